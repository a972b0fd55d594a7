import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingTerminal

extension PoseGuide {
  /// Makes a guide on the terminal's full screen, or with lines on standard error without one.
  init(_ opened: SensorOptions.Uncalibrated, limit: Double, json: Bool) {
    let mark = opened.isSimulated ? "SIMULATED " : ""
    let screen = GuideScreen(
      style: TerminalStyle(environment: ProcessInfo.processInfo.environment), source: opened.name,
      isSimulated: opened.isSimulated)
    self.init(
      sources: opened.sources, limit: limit,
      screen: !json && TerminalSession.isAvailable ? screen : nil
    ) {
      StandardStreams.writeError(Data("\(mark)\($0)\n".utf8))
    }
  }

  /// Estimates the accelerometer's bias and scale from six sides.
  ///
  /// - Throws: The exit status if there is no calibration; that of success if the user ended it.
  func sixSides(of opened: SensorOptions.Uncalibrated) async throws
    -> AccelerometerCalibrator.Result
  {
    let (found, missing) = try await opened.runGuide { () throws(CalibrationAbandoned) in
      try await accelerometer()
    }
    guard let found else {
      throw Failure.exit(
        ExitStatus.refused,
        "no calibration, \(opened.unchanged); these sides were not seen at rest: "
          + missing.map(\.description).joined(separator: ", ") + ".")
    }
    return found
  }
}

extension SensorOptions.Uncalibrated {
  /// Runs a guide; if the user ends it, prints a message and exits with success.
  func runGuide<Result: Sendable>(
    _ guide: () async throws(CalibrationAbandoned) -> Result
  ) async throws -> Result {
    do {
      return try await guide()
    } catch {
      throw left
    }
  }

  /// Reports that the user ended the calibration.
  var left: ExitCode { Failure.exit(.success, "left, \(unchanged).") }
}
