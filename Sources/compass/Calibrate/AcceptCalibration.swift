import ArgumentParser
import HeadingProtocol

/// `compass calibrate accept`: accepts the calibration that the daemon proposes.
struct AcceptCalibration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Have the daemon use and keep the better calibration that it has found while running."
  )

  @OptionGroup var daemon: DaemonOptions

  func run() async throws {
    try await CalibrationOrder.send(.acceptCalibration, to: daemon)
  }
}
