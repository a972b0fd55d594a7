public import HeadingGeometry
public import HeadingSensing

/// Estimates the mount of a device in a vehicle from a drive on level ground.
///
/// The drive begins with two seconds at rest, which give the vertical; the correlation of the specific force with the change of speed gives the forward axis
/// (``MountFinder``); turns about all axes give the axes of the other sensors
/// (``FreeMotionAlignment``). The samples are in the chips' axes and are not calibrated.
public struct DriveMountEstimator: Sendable {
  /// Duration of the rest at the start, s.
  private static let restDuration = 2.0

  /// Interval over which the change of speed is taken and forces are averaged, s.
  private static let window = 1.0

  /// Largest difference of a specific force at rest from the mean, m/s².
  private static let restTolerance = 0.5

  /// Position of the first fix; `nil` without one.
  public private(set) var coordinate: Coordinate?

  private var start: BootTime?
  private var restingForces: [Vector3] = []
  private var alignment = FreeMotionAlignment()

  /// Mean specific forces over the intervals between fixes, and the rates of change of speed.
  private var forces: [Vector3] = []
  private var speedRates: [Double] = []
  private var interval: (start: BootTime, speed: Double)?
  private var sum = (force: Vector3.zero, count: 0.0)

  /// Creates an estimator without samples.
  public init() {}

  /// Processes a sample or a fix; other events and values that are not finite are ignored.
  public mutating func process(_ event: SensorEvent) {
    if start == nil { start = event.time }
    alignment.process(event)
    switch event {
    case .acceleration(let sample) where sample.value.isFinite:
      if isResting(sample.time) { restingForces.append(sample.value) }
      sum.force += sample.value
      sum.count += 1
    case .fix(let fix):
      coordinate = coordinate ?? fix.coordinate
      if let speed = fix.speed { process(speed: speed, at: fix.time) }
    default: break
    }
  }

  /// The mount; `nil` if the device was not at rest at the start, or the speed changed too little.
  public var mount: MountMatrix? {
    guard isAtRest, !restingForces.isEmpty else { return nil }
    return MountFinder.mount(
      level: Self.mean(restingForces), forces: forces, speedRates: speedRates)
  }

  /// The axes of gyroscope and magnetometer relative to the accelerometer's.
  ///
  /// - Parameter isFieldDown: Whether the Earth's field points down; `nil` if that is not known.
  /// - Returns: The axes, or why the motion does not show them.
  public func axes(isFieldDown: Bool?) -> FreeMotionAlignment.Finding {
    alignment.finding(isFieldDown: isFieldDown)
  }

  private var isAtRest: Bool {
    let mean = Self.mean(restingForces)
    return restingForces.allSatisfy { ($0 - mean).length < Self.restTolerance }
  }

  private func isResting(_ time: BootTime) -> Bool {
    start.map { time.seconds(since: $0) < Self.restDuration } ?? true
  }

  private mutating func process(speed: Double, at time: BootTime) {
    if let interval {
      let seconds = time.seconds(since: interval.start)
      guard seconds >= Self.window else { return }
      if seconds < 3 * Self.window, sum.count > 0 {
        forces.append(sum.force / sum.count)
        speedRates.append((speed - interval.speed) / seconds)
      }
    }
    interval = (time, speed)
    sum = (.zero, 0)
  }

  private static func mean(_ vectors: [Vector3]) -> Vector3 {
    vectors.reduce(.zero, +) / Double(max(vectors.count, 1))
  }
}
