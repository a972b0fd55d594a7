import ArgumentParser
import Foundation
import HeadingArguments
import HeadingCalibration
import HeadingTerminal

extension PoseGuide {
  /// A guide on the terminal's full screen, or by lines on standard error where there is none.
  init(_ opened: SensorOptions.Uncalibrated, limit: Double, json: Bool) {
    let mark = opened.isSimulated ? "SIMULATED " : ""
    let screen = GuideScreen(
      style: TerminalStyle(environment: ProcessInfo.processInfo.environment), source: opened.name,
      isSimulated: opened.isSimulated)
    self.init(
      sources: opened.sources, limit: limit,
      screen: !json && TerminalSession.isAvailable ? screen : nil
    ) {
      StandardStreams.tell(Data("\(mark)\($0)\n".utf8))
    }
  }

  /// The accelerometer's offset and scale from its six sides.
  ///
  /// - Throws: Why there is no calibration, with the exit status; that of success if the user ended it.
  func sixSides(of opened: SensorOptions.Uncalibrated) async throws
    -> AccelerometerCalibrator.Result
  {
    let (found, missing) = try await opened.attended { () throws(CalibrationAbandoned) in
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
  /// Guides; if the user ends it, that is said, and the program ends with success.
  func attended<Result: Sendable>(
    _ guide: () async throws(CalibrationAbandoned) -> Result
  ) async throws -> Result {
    do {
      return try await guide()
    } catch {
      throw left
    }
  }

  /// Says that the user ended it.
  var left: ExitCode { Failure.exit(.success, "left, \(unchanged).") }
}
