import FoundationEssentials
import HeadingCalibration
public import HeadingGeometry
public import HeadingRuntime
public import HeadingSensing
import HeadingSystem

/// Runs a guided calibration with output as full screen, text lines or JSON.
public struct GuidedCalibration: Sendable {
  /// The form of the output.
  public enum Mode: Sendable, Hashable {
    /// Full screen with the sphere of directions.
    case screen
    /// One line of text per second.
    case lines
    /// One JSON object per second.
    case json
  }

  /// The result of a guided calibration.
  public enum Ending: Sendable {
    /// The calibration was accepted.
    case finished(CalibrationProgress)
    /// The time limit passed without an accepted calibration.
    case timedOut(CalibrationProgress?)
    /// The user kept the old calibration.
    case abandoned
    /// The reader of the output closed it.
    case outputClosed
  }

  private let mode: Mode
  private let screen: CalibrationScreen
  private let line: CalibrationLine
  private let limit: Double?

  /// Creates a guide.
  ///
  /// - Parameters:
  ///   - mode: The form of the output.
  ///   - style: The terminal's capabilities.
  ///   - source: The name of the sensors.
  ///   - isSimulated: Whether they are simulated.
  ///   - current: The calibration in use, if any.
  ///   - heading: Magnetic heading of a device at rest; `nil` if the device is turned.
  ///   - limit: Time limit, s; `nil` for none.
  public init(
    mode: Mode, style: TerminalStyle, source: String, isSimulated: Bool,
    current: CalibrationParameters?, heading: Angle? = nil, limit: Double?
  ) {
    self.mode = mode
    self.limit = limit
    screen = CalibrationScreen(
      style: style, source: source, isSimulated: isSimulated, current: current, heading: heading)
    line = CalibrationLine(style: style, isSimulated: isSimulated)
  }

  /// Runs until the calibration reaches its target, the user ends it, or the time limit passes.
  public func run(_ session: CalibrationSession) async -> Ending {
    await session.run { progress in
      mode == .screen
        ? await show(progress, session.recorder) : await report(progress)
    }
  }

  /// Prints lines until the calibration reaches its target or the time limit passes.
  private func report(_ stream: AsyncStream<CalibrationProgress>) async -> Ending {
    let start = ContinuousClock.now
    let width = TerminalSession.isOutputTerminal ? TerminalSession.size.width : .max
    var best: CalibrationProgress?
    for await progress in stream {
      let data =
        mode == .json
        ? line.json(progress, state: "collecting")
        : Data((line.text(progress, width: width) + "\n").utf8)
      do {
        try OpenFile.standardOutput.write(data)
      } catch {
        return .outputClosed
      }
      best = progress
      if progress.isEnough { return .finished(progress) }
      if isOver(since: start) { break }
    }
    guard let best, best.result.isAccepted else { return .timedOut(best) }
    return .finished(best)
  }

  private func isOver(since start: ContinuousClock.Instant) -> Bool {
    timeLeft(since: start).map { $0 < 0 } ?? false
  }

  private func timeLeft(since start: ContinuousClock.Instant) -> Double? {
    limit.map { $0 - start.duration(to: .now) / .seconds(1) }
  }

  private func show(
    _ stream: AsyncStream<CalibrationProgress>, _ recorder: CalibrationRecorder
  ) async -> Ending {
    let board = LatestProgress()
    let start = ContinuousClock.now
    return await FullScreen.run(interrupted: .abandoned) { width, height in
      screen.lines(
        board.shown(recorder.snapshot), timeLeft: timeLeft(since: start), width: width,
        height: height)
    } keys: { stream in
      for await keys in stream {
        switch GuideKey(keys) {
        case .quit: return .abandoned
        case .restart: recorder.restart()
        case .accept:
          if let progress = board.progress, progress.result.isAccepted {
            return .finished(progress)
          }
        case nil: break
        }
      }
      return Task.isCancelled ? nil : .abandoned
    } work: {
      for await progress in stream {
        board.post(progress)
        if progress.isEnough { return .finished(progress) }
        if isOver(since: start) {
          return progress.result.isAccepted ? .finished(progress) : .timedOut(progress)
        }
      }
      return nil
    } ?? .abandoned
  }
}
