public import HeadingGeometry
public import HeadingSensing

/// Estimates the bias of a gyroscope at rest, and rejects the data if the device moves.
///
/// Memory is constant: running means and variances (Welford's update).
public struct GyroscopeRest: Sendable {
  /// Standard deviation of the rate above which the device moves, rad/s, default 0.5°/s.
  ///
  /// Small values reject noisy sensors, large ones accept the tremor of a hand.
  public var largestSpread = Angle(degrees: 0.5).radians

  /// Mean rate above which the device rotates steadily, rad/s, default 20°/s; no sensor's bias is
  /// that large.
  public var largestOffset = Angle(degrees: 20).radians

  /// Change of the direction of the specific force above which the device moved; default 0.3°.
  public var largestTilt = Angle(degrees: 0.3)

  private var rates = RunningMoments()
  private var early = RunningMoments()
  private var late = RunningMoments()
  private var first: BootTime?
  private var last: BootTime?

  /// Makes an estimator without data.
  public init() {}

  /// Time from the first rate to the last, s.
  public var duration: Double {
    guard let first, let last else { return 0 }
    return last.seconds(since: first)
  }

  /// Processes an angular rate, rad/s, or a specific force, m/s²; other events are ignored.
  public mutating func add(_ event: SensorEvent) {
    switch event {
    case .angularRate(let sample) where sample.value.isFinite:
      rates.add(sample.value)
      if first == nil { first = sample.time }
      last = sample.time
    case .acceleration(let sample) where sample.value.isFinite:
      // The mean of the first second is compared with the mean of the rest.
      if duration < 1 { early.add(sample.value) } else { late.add(sample.value) }
    default: break
    }
  }

  /// The bias, rad/s, and its 1σ per axis.
  ///
  /// - Throws: ``RestRefusal`` if the device moved or the rates cover less than three seconds.
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
