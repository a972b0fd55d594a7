import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTerminal

/// Calibrates the magnetometer by motion or by a known heading, and stores the profile.
struct CalibrationRun {
  let sensors: SensorOptions
  let json: Bool
  let output: String?
  let replacement: ProfileReplacement
  /// Requested heading error, degrees; `nil` for the default and all directions.
  let target: Double?
  let timeout: Double?

  /// Runs the calibration.
  ///
  /// - Parameters:
  ///   - heading: Magnetic heading of a device at rest; `nil` if the device is turned.
  ///   - accelerometerFirst: Whether to calibrate the accelerometer by six sides first.
  /// - Throws: The exit status if there is no calibration, after a message.
  func run(heading: Angle? = nil, accelerometerFirst: Bool = false) async throws {
    try CalibrationStorage.checkWritable(output)
    let poses = accelerometerFirst ? try await sixSides() : nil
    let prepared = try prepare(heading: heading, poses: poses)
    let ending = await prepared.guide.run(prepared.session)
    if prepared.recorder.snapshot.hasSimulatedFixes {
      StandardStreams.writeError(
        Data(
          ("compass: the receiver's fixes are SIMULATED; their position and date are not used for the "
            + "calibration.\n").utf8))
    }
    try await end(ending, prepared)
    if prepared.isScreen, heading != nil, case .finished = ending {
      StandardStreams.writeError(
        Data("next: compass calibrate, with all directions, is more accurate\n".utf8))
    }
  }

  /// What a calibration needs.
  ///
  /// A class, because with these values in the frame of an asynchronous function the compiler of Swift
  /// 6.2.3 aborts for arm64 in release builds (CoroSplit).
  private final class Preparation: Sendable {
    let opened: SensorOptions.Uncalibrated
    let keeping: CalibrationStorage
    let current: CalibrationParameters?
    let recorder: CalibrationRecorder
    let session: CalibrationSession
    let style: TerminalStyle
    let isScreen: Bool
    let guide: GuidedCalibration

    init(
      opened: SensorOptions.Uncalibrated, keeping: CalibrationStorage,
      current: CalibrationParameters?, recorder: CalibrationRecorder, session: CalibrationSession,
      style: TerminalStyle, isScreen: Bool, guide: GuidedCalibration
    ) {
      self.opened = opened
      self.keeping = keeping
      self.current = current
      self.recorder = recorder
      self.session = session
      self.style = style
      self.isScreen = isScreen
      self.guide = guide
    }
  }

  private func prepare(
    heading: Angle?, poses: AccelerometerCalibrator.Result?
  ) throws -> Preparation {
    let opened = try sensors.configured().openUncalibrated(
      scenario: heading == nil ? "tumbling" : "pose")
    let keeping = try CalibrationStorage(opened, output: output, replacement: replacement)
    var current = opened.current
    if let poses {
      current = current ?? CalibrationParameters()
      current?.accelerometerBias = poses.bias
      current?.accelerometerScale = poses.scale
    } else if heading == nil, current?.hasAccelerometerCalibration != true {
      StandardStreams.writeError(
        Data(
          ("compass: the accelerometer was never calibrated, and its bias falsifies the soft iron; "
            + "`compass calibrate --six-sides` calibrates it first.\n").utf8))
    }
    let recorder = CalibrationRecorder(
      current: current, coordinate: opened.coordinate, isSimulated: opened.isSimulated)
    if let date = opened.date { recorder.set(date: date) }
    let session = CalibrationSession(
      sources: opened.sources, recorder: recorder, target: target, heading: heading)
    let style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    let isScreen = !json && TerminalSession.isAvailable
    let guide = GuidedCalibration(
      mode: json ? .json : isScreen ? .screen : .lines, style: style, source: opened.name,
      isSimulated: opened.isSimulated, current: opened.current, heading: heading,
      limit: timeout ?? (isScreen ? nil : 300))
    return Preparation(
      opened: opened, keeping: keeping, current: current, recorder: recorder, session: session,
      style: style, isScreen: isScreen, guide: guide)
  }

  /// Estimates the accelerometer's bias and scale from six sides.
  private func sixSides() async throws -> AccelerometerCalibrator.Result {
    let opened = try sensors.configured().openUncalibrated(scenario: "six-poses")
    return try await PoseGuide(opened, limit: 300, json: json).sixSides(of: opened)
  }

  private func end(
    _ ending: GuidedCalibration.Ending, _ prepared: Preparation
  ) async throws {
    let opened = prepared.opened
    let style = prepared.style
    let line = CalibrationLine(style: style, isSimulated: opened.isSimulated)
    switch ending {
    case .finished(let progress):
      let profile = progress.snapshot.profile(
        of: progress.result, mounts: opened.mounts, current: prepared.current)
      let stored: CalibrationStorage.Stored
      do {
        stored = try prepared.keeping.store(profile)
      } catch {
        if json { try StandardStreams.write(line.json(progress, state: "refused")) }
        throw error
      }
      if target != nil, let obstacle = progress.obstacle {
        StandardStreams.writeError(Data("compass: it ended before the target: \(obstacle).\n".utf8))
      }
      if json {
        try StandardStreams.write(line.json(progress, state: "stored", file: stored.path))
      } else {
        let words = ProfileText(style: style).error(profile.parameters)
        try StandardStreams.writeText(
          "\(opened.isSimulated ? "SIMULATED " : "")\(stored.sentence): heading error \(words)")
        if let load = profile.parameters.load { try StandardStreams.writeText(load.diagnosis) }
      }
      await stored.reachDaemon()
    case .timedOut(let progress):
      if json, let progress {
        try StandardStreams.write(line.json(progress, state: "refused"))
      }
      let reasons = ReasonList(
        progress?.limits ?? [], otherwise: "nothing came from \(opened.name)")
      throw Failure.exit(
        ExitStatus.refused,
        "no calibration, \(opened.unchanged): "
          + reasons.text(separator: "; ") + ".")
    case .abandoned:
      throw opened.left
    case .outputClosed: throw ExitStatus.outputClosed
    }
  }
}
