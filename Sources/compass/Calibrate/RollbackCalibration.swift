import ArgumentParser
import HeadingProtocol

/// `compass calibrate rollback`: restores the daemon's previous calibration.
struct RollbackCalibration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Make the daemon return to its previous calibration.")

  @OptionGroup var daemon: DaemonOptions

  func run() async throws {
    try await CalibrationCommand.send(.rollbackCalibration, to: daemon)
  }
}
