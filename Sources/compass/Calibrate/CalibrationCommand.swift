import ArgumentParser
import HeadingArguments
import HeadingClient
import HeadingProtocol

/// Commands to a daemon about its calibration.
enum CalibrationCommand {
  /// Sends a command and prints the calibration that is then in use.
  static func send(_ order: Command, to daemon: DaemonOptions) async throws {
    guard let client = daemon.client else {
      throw Failure.exit(
        ExitStatus.unavailable,
        "there is no daemon socket: start the daemon, or name it with --socket or --connect.")
    }
    let answer: ServerLine
    do {
      answer = try await client.answer(to: order)
    } catch {
      throw Failure.daemon(error)
    }
    switch answer {
    case .calibration(let calibration):
      let error =
        calibration.headingError.map { ": heading error \(hundredths($0))° predicted" } ?? ""
      let revision = calibration.revision.map { ", revision \($0)" } ?? ""
      try StandardStreams.writeText(
        calibration.calibrated
          ? "the daemon's calibration is in force\(revision)\(error)"
          : "the daemon is uncalibrated again")
    case .failure(let failure):
      throw Failure.exit(
        failure.code == CommandFailure.access ? ExitStatus.noPermission : ExitStatus.refused,
        failure.reason + ".")
    default: throw Failure.exit(ExitStatus.unavailable, "the daemon gave no answer.")
    }
  }

  private static func hundredths(_ value: Double) -> String {
    String((min(max(value, 0), 180) * 100).rounded() / 100)
  }
}
