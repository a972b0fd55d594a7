public import HeadingCalibration
public import HeadingGeometry
public import HeadingRuntime
public import HeadingSensing

/// Guides through poses at rest: six for the accelerometer, one for the gyroscope, two for a mount.
///
/// A full screen shows instructions and measurements; without one each step prints a line.
public struct PoseGuide: Sendable {
  private let sources: [any SensorSource]
  private let limit: Double
  private let screen: GuideScreen?
  private let tell: @Sendable (String) -> Void

  /// Creates a guide.
  ///
  /// - Parameters:
  ///   - sources: The sensors.
  ///   - limit: Time limit, s.
  ///   - screen: The screen; `nil` for lines.
  ///   - tell: Prints a line if there is no screen.
  public init(
    sources: [any SensorSource], limit: Double, screen: GuideScreen? = nil,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.sources = sources
    self.limit = limit
    self.screen = screen
    self.tell = tell
  }

  /// Estimates the accelerometer's bias and scale from six sides, in any order.
  ///
  /// - Returns: The result; `nil` and the missing sides if the time limit passed.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func accelerometer() async throws(CalibrationAbandoned) -> (
    result: AccelerometerCalibrator.Result?, missing: [BodySide]
  ) {
    let calibrator = try await run(SideSteps(), limit: limit).calibrator
    return (calibrator.result, calibrator.missing)
  }

  /// Estimates the gyroscope's bias at rest.
  ///
  /// With a screen, the limit is the required duration of rest, which restarts after motion.
  ///
  /// - Returns: The bias, rad/s, and its 1σ per axis; or the reason why the rest was rejected.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func gyroscope() async throws(CalibrationAbandoned) -> Result<
    GyroscopeOffset, RestRefusal
  > {
    screen == nil
      ? try await run(BiasSteps(), limit: limit).rest.outcome
      : try await run(BiasSteps(length: limit), limit: nil).rest.outcome
  }

  /// Result of a mount calibration.
  public struct Mount: Sendable {
    /// Rotation from the present body frame to the vehicle's; `nil` if the time limit passed.
    public var matrix: MountMatrix?

    /// Angle by which the nose was raised; `nil` if the time limit passed.
    public var lift: Angle?

    /// Axes of gyroscope and magnetometer relative to the accelerometer's; `nil` if they were not
    /// looked for.
    public var axes: FreeMotionAlignment.Finding?
  }

  /// Estimates the rotation between device and vehicle from a level pose and one with the nose up.
  ///
  /// - Parameters:
  ///   - checks: Whether to find the axes of gyroscope and magnetometer by free motion afterwards.
  ///   - coordinate: The position of the device, if known; distinguishes a mirrored axis from two
  ///     reversed ones.
  /// - Returns: The result at the end or when the time limit passed.
  /// - Throws: ``CalibrationAbandoned`` if the user ended it.
  public func mount(
    checks: Bool, at coordinate: Coordinate?
  ) async throws(CalibrationAbandoned) -> Mount {
    try await run(MountSteps(checks: checks, at: coordinate), limit: limit).found
  }

  /// Runs steps until they are finished or the time limit passes; returns their final state.
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
    let board = SharedSteps(steps)
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
