import HeadingProtocol
import HeadingRuntime
import HeadingStorage
import Synchronization

/// Which kept profile is in force; the store is only searched when the calibration changes.
final class ProfileInForce: Sendable {
  /// A kept profile.
  struct Found: Sendable {
    var sensor: String
    var revision: Int

    /// As people name it.
    var text: String { "\(sensor):\(revision)" }
  }

  private struct Answer {
    var calibration: CalibrationMessage
    var found: Found?
  }

  /// Numbers that are the same, of µT and of a matrix: they went through text.
  private static let same = 1e-6

  private let last = Mutex<Answer?>(nil)

  /// The kept profile whose numbers a service uses; `nil` if none is.
  func found(_ report: ServiceReport, in store: ProfileStore) -> Found? {
    guard let sensor = report.sensor, let parameters = report.calibration else { return nil }
    let calibration = CalibrationMessage(parameters)
    return last.withLock { last in
      if let last, last.calibration == calibration { return last.found }
      let kept = store.revision(for: sensor) { profile in
        let (parameters, _) = SensorPlan.parameters(of: profile, mount: report.mount)
        return Self.isSame(calibration, CalibrationMessage(parameters))
      }
      let found = kept.map { Found(sensor: $0.sensor, revision: $0.revision.number) }
      last = Answer(calibration: calibration, found: found)
      return found
    }
  }

  /// Forgets what was found: the store has changed.
  func forget() { last.withLock { $0 = nil } }

  private static func isSame(_ one: CalibrationMessage, _ other: CalibrationMessage) -> Bool {
    func numbers(_ message: CalibrationMessage) -> [Double] {
      (message.hardIron ?? []) + (message.softIron ?? []).flatMap { $0 }
        + [message.headingError ?? -1]
    }
    return zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < same }
  }
}
