import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingStorage

/// Makes a running daemon use a new calibration.
enum DaemonUpdate {
  /// Tolerance of equal hard iron, µT; the daemon rounds it to 0.001.
  private static let same = 0.002

  /// Commands a running daemon to use the calibration, and reports the result.
  ///
  /// - Parameters:
  ///   - profile: The profile now in use.
  ///   - sensor: The sensor's name.
  ///   - withoutDaemon: The message if no daemon runs.
  static func report(
    _ profile: CalibrationProfile, for sensor: String, withoutDaemon: String? = nil
  ) async {
    let environment = ProcessInfo.processInfo.environment
    guard let path = SocketPath.forClient(environment: environment) else {
      if let withoutDaemon { say(withoutDaemon) }
      return
    }
    let client = DaemonClient(.socket(path))
    guard let answer = try? await client.answer(to: .useProfile(sensor)) else {
      return say("there is no answer at \(path), so no daemon uses it yet")
    }
    let sentence =
      switch answer {
      case .calibration(let calibration)
      where isSame(CalibrationMessage(profile.parameters), calibration):
        "the daemon at \(path) uses it from now on"
      case .calibration:
        "the daemon at \(path) stores its profiles elsewhere and continues with one of those"
      case .failure(let failure): "the daemon at \(path) goes on with its own: \(failure.reason)"
      default: "the daemon at \(path) goes on with its own"
      }
    say(sentence)
  }

  private static func isSame(_ one: CalibrationMessage, _ other: CalibrationMessage) -> Bool {
    guard let first = one.hardIron, let second = other.hardIron, first.count == second.count else {
      return false
    }
    return zip(first, second).allSatisfy { abs($0 - $1) < same }
  }

  private static func say(_ sentence: String) {
    StandardStreams.writeError(Data("compass: \(sentence)\n".utf8))
  }
}
