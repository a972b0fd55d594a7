public import HeadingGeometry
public import HeadingSensing

/// Finds the offset of a gyroscope while the device lies still, and refuses if it does not.
///
/// Fixed size: means and variances are kept, not samples (Welford's update).
public struct GyroscopeRest: Sendable {
  /// Standard deviation of the rate above which the device moves, rad/s, default 0.5°/s.
  ///
  /// Small refuses noisy chips, large takes the tremor of a hand for rest.
  public var largestSpread = Angle(degrees: 0.5).radians

  /// Mean rate that no chip's offset reaches, rad/s, default 20°/s: the device turns steadily.
  public var largestOffset = Angle(degrees: 20).radians

  /// Change of the direction of the force meanwhile above which the device moved; default 0.3°.
  public var largestTilt = Angle(degrees: 0.3)

  private var rates = RunningMoments()
  private var early = RunningMoments()
  private var late = RunningMoments()
  private var first: BootTime?
  private var last: BootTime?

  /// Makes one that has heard nothing.
  public init() {}

  /// Seconds from the first rate to the last.
  public var duration: Double {
    guard let first, let last else { return 0 }
    return last.seconds(since: first)
  }

  /// Takes a rate, rad/s, or a force, m/s²; other events are passed over.
  public mutating func add(_ event: SensorEvent) {
    switch event {
    case .angularRate(let sample) where sample.value.isFinite:
      rates.add(sample.value)
      if first == nil { first = sample.time }
      last = sample.time
    case .acceleration(let sample) where sample.value.isFinite:
      // The first second tells where it lay; what comes later, whether it still does.
      if duration < 1 { early.add(sample.value) } else { late.add(sample.value) }
    default: break
    }
  }

  /// The offset, rad/s, and its 1σ an axis.
  ///
  /// - Throws: ``RestRefusal`` if the device moved or fewer than three seconds were heard.
  public func result() throws(RestRefusal) -> (bias: Vector3, deviation: Double) {
    guard rates.count >= 50, duration >= 3 else { throw .tooFewSamples }
    let spread = rates.deviation
    guard max(spread.x, spread.y, spread.z) <= largestSpread else { throw .motion }
    guard rates.mean.length <= largestOffset else { throw .motion }
    if early.count > 10, late.count > 10, let before = early.mean.direction,
      let after = late.mean.direction
    {
      guard before.cross(after).length <= largestTilt.sine else { throw .motion }
    }
    return (rates.mean, spread.length / (3 * Double(rates.count)).squareRoot())
  }
}
