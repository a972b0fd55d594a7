import ArgumentParser
import HeadingProtocol

/// `compass calibrate accept`: accepts the calibration that the daemon proposes.
struct AcceptCalibration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Make the daemon use and store the calibration that it proposes."
  )

  @OptionGroup var daemon: DaemonOptions

  func run() async throws {
    try await CalibrationCommand.send(.acceptCalibration, to: daemon)
  }
}
