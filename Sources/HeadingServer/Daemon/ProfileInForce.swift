import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Synchronization

/// Identifies the stored profile in force; searches the store only after a calibration change.
final class ProfileInForce: Sendable {
  /// A stored profile.
  struct Found: Sendable {
    var sensor: String
    var revision: Int

    /// The name in commands and messages.
    var text: String { "\(sensor):\(revision)" }
  }

  private struct Answer {
    var calibration: CalibrationParameters
    var found: Found?
  }

  /// Tolerance of equality, µT, matrix elements and degrees: stored numbers were rounded to text.
  private static let same = 1e-6

  private let last = Mutex<Answer?>(nil)

  /// Returns the stored profile whose parameters are in use; `nil` if there is none.
  func found(_ report: ServiceReport, in store: ProfileStore) -> Found? {
    guard let sensor = report.sensor, let calibration = report.calibration else { return nil }
    return last.withLock { last in
      if let last, last.calibration == calibration { return last.found }
      let kept = store.revision(for: sensor) { profile in
        let (parameters, _) = SensorPlan.parameters(of: profile, mounts: report.mounts)
        return Self.isSame(calibration, parameters)
      }
      let found = kept.map { Found(sensor: $0.sensor, revision: $0.revision.number) }
      last = Answer(calibration: calibration, found: found)
      return found
    }
  }

  /// Invalidates the cached result after a change of the store.
  func forget() { last.withLock { $0 = nil } }

  private static func isSame(
    _ one: CalibrationParameters, _ other: CalibrationParameters
  ) -> Bool {
    func numbers(_ parameters: CalibrationParameters) -> [Double] {
      let (offset, rows) = (
        parameters.hardIron / PhysicalConstants.microtesla, parameters.softIron.rows
      )
      return [offset, rows.x, rows.y, rows.z].flatMap { [$0.x, $0.y, $0.z] }
        + [parameters.headingError?.degrees ?? -1]
    }
    return zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < same }
  }
}
