import Foundation
import HeadingCalibration
public import HeadingGeometry
public import HeadingRuntime
public import HeadingSensing

/// A guided calibration for people and robots: full screen, as lines, or as JSON.
public struct GuidedCalibration: Sendable {
  /// How to show.
  public enum Mode: Sendable, Hashable {
    /// The full-screen sphere.
    case screen
    /// A line of text a second.
    case lines
    /// A JSON object a second.
    case json
  }

  /// How it ended.
  public enum Ending: Sendable {
    /// There is a calibration worth keeping.
    case finished(CalibrationProgress)
    /// The time ran out before there was one.
    case timedOut(CalibrationProgress?)
    /// The user wants the old one.
    case abandoned
    /// Whoever read the output went away.
    case outputClosed
  }

  private let mode: Mode
  private let screen: CalibrationScreen
  private let line: CalibrationLine
  private let limit: Double?

  /// Makes a guide.
  ///
  /// - Parameters:
  ///   - mode: How to show.
  ///   - style: What the terminal can show.
  ///   - source: What to call the sensors.
  ///   - isSimulated: Whether they are simulated.
  ///   - current: The calibration in use, if any.
  ///   - heading: The magnetic heading of a body that does not turn; `nil` for one that does.
  ///   - limit: Seconds after which it ends by itself; `nil` for never.
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

  /// Guides until the calibration is good enough, the user ends it, or the time is up.
  public func run(_ session: CalibrationSession) async -> Ending {
    await session.run { progress in
      mode == .screen
        ? await show(progress, session.recorder) : await report(progress)
    }
  }

  /// Lines until it is enough.
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
        try FileHandle.standardOutput.write(contentsOf: data)
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
    let board = CalibrationBoard()
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
