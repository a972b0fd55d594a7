public import HeadingCalibration
public import HeadingGeometry
import HeadingRuntime
public import HeadingSensing

/// Guides through poses at rest: the accelerometer's six sides, the gyroscope's one, the mount's two.
///
/// A full screen shows what to do and what is measured; without one a line a step is told.
public struct PoseGuide: Sendable {
  private let sources: [any SensorSource]
  private let limit: Double
  private let screen: GuideScreen?
  private let tell: @Sendable (String) -> Void

  /// Makes a guide.
  ///
  /// - Parameters:
  ///   - sources: The sensors.
  ///   - limit: Seconds after which it gives up.
  ///   - screen: What to show on; `nil` for lines.
  ///   - tell: Shows a line to whoever moves the device, where there is no screen.
  public init(
    sources: [any SensorSource], limit: Double, screen: GuideScreen? = nil,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.sources = sources
    self.limit = limit
    self.screen = screen
    self.tell = tell
  }

  /// The accelerometer's offset and scale from its six sides, in any order.
  ///
  /// - Returns: The numbers; `nil` with the sides that are missing if the time ran out.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func accelerometer() async throws(CalibrationAbandoned) -> (
    result: AccelerometerCalibrator.Result?, missing: [BodySide]
  ) {
    let calibrator = try await run(SideSteps(), limit: limit).calibrator
    return (calibrator.result, calibrator.missing)
  }

  /// The gyroscope's offset at rest.
  ///
  /// A screen waits for a rest as long as the limit, and begins anew after motion.
  ///
  /// - Returns: The offset, rad/s, and its 1σ an axis; or why it was no rest.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func gyroscope() async throws(CalibrationAbandoned) -> Result<
    GyroscopeOffset, RestRefusal
  > {
    screen == nil
      ? try await run(OffsetSteps(), limit: limit).outcome
      : try await run(OffsetSteps(length: limit), limit: nil).outcome
  }

  /// An offset, rad/s, with its 1σ an axis.
  public struct GyroscopeOffset: Sendable {
    /// The offset, rad/s, body frame.
    public var bias: Vector3

    /// Its 1σ an axis, rad/s.
    public var deviation: Double
  }

  /// What was found about a mount.
  public struct Mount: Sendable {
    /// From the present body frame to the vehicle's; `nil` if the time ran out.
    public var matrix: MountMatrix?

    /// How far the nose was lifted; `nil` if the time ran out.
    public var lift: Angle?

    /// How the magnetometer's axes are to the gyroscope's; `nil` if the motion did not tell.
    public var axes: AxisCheck.Finding?
  }

  /// The rotation between device and vehicle from a level pose and one with the nose up.
  ///
  /// - Parameters:
  ///   - checks: Whether free motion afterwards shall tell if the magnetometer's axes are right.
  ///   - coordinate: Where the device is, if that was said: it tells a mirrored axis from two
  ///     reversed ones.
  /// - Returns: What was found until the time ran out.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func mount(
    checks: Bool, at coordinate: Coordinate?
  ) async throws(CalibrationAbandoned) -> Mount {
    try await run(MountSteps(checks: checks, at: coordinate), limit: limit).found
  }

  /// Takes steps until they are finished or the time is up; returns them as they are then.
  private func run<Steps: GuidedSteps>(
    _ steps: Steps, limit: Double?
  ) async throws(CalibrationAbandoned) -> Steps {
    let ended = await EventTap.run(sources, seconds: limit) { [screen, tell] events in
      guard let screen else {
        tell(Steps.opening)
        var steps = steps
        for await event in events {
          if let line = steps.add(event) { tell(line) }
          if steps.isFinished { break }
        }
        return Outcome<Steps>.ended(steps)
      }
      return await Self.show(steps, on: screen, events, limit: limit)
    }
    switch ended {
    case .ended(let steps): return steps
    case .abandoned: throw CalibrationAbandoned()
    }
  }

  private enum Outcome<Steps: GuidedSteps>: Sendable {
    case ended(Steps)
    case abandoned
  }

  private static func show<Steps: GuidedSteps>(
    _ steps: Steps, on screen: GuideScreen, _ events: AsyncStream<SensorEvent>, limit: Double?
  ) async -> Outcome<Steps> {
    let board = StepBoard(steps)
    let start = ContinuousClock.now
    return await FullScreen.run(interrupted: Outcome.abandoned) { width, height in
      var frame = board.steps.frame(screen.style)
      frame.timeLeft = limit.map { $0 - start.duration(to: .now) / .seconds(1) }
      return screen.lines(frame, width: width, height: height)
    } keys: { stream in
      for await bytes in stream {
        let key = GuideKey(bytes)
        if key == .quit { return .abandoned }
        if board.press(key) { return .ended(board.steps) }
      }
      return Task.isCancelled ? nil : .abandoned
    } work: {
      for await event in events where board.add(event) { break }
      return Task.isCancelled ? nil : .ended(board.steps)
    } ?? .abandoned
  }
}
