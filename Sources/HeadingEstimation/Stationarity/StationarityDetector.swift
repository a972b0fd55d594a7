import HeadingGeometry

/// Stationarity detection: rate and specific force stay close to their own slow mean, and the mean
/// rate close to the gyroscope's bias.
struct StationarityDetector {
  private var rate = VectorLowPass()
  private var force = VectorLowPass()
  private var rateDeviation = 0.0
  private var forceDeviation = 0.0
  private(set) var quietTime = 0.0
  private var hasRate = false

  /// Standard deviations of the bias that the mean rate may be away from it.
  private static let margin = 10.0

  /// The mean rate, rad/s.
  var meanRate: Vector3 { rate.value }

  /// Adds a rate, rad/s, of a gyroscope with a known bias and the `deviation` of its worst axis.
  @inline(__always)
  mutating func update(
    rate sample: Vector3, bias: Vector3, deviation: Double, interval: Double,
    parameters: OrientationParameters
  ) {
    hasRate = true
    rate.update(sample, interval: interval, timeConstant: 0.5)
    rateDeviation = (sample - rate.value).squaredLength
    let limit = parameters.restRate * parameters.restRate
    let away = rate.value - bias
    if rateDeviation > limit
      || max(abs(away.x), abs(away.y), abs(away.z))
        > max(parameters.restRate, Self.margin * deviation)
    {
      quietTime = 0
    } else {
      quietTime += interval
    }
  }

  @inline(__always)
  mutating func update(force sample: Vector3, interval: Double, parameters: OrientationParameters) {
    force.update(sample, interval: interval, timeConstant: 0.5)
    forceDeviation = (sample - force.value).squaredLength
    if forceDeviation > parameters.restAcceleration * parameters.restAcceleration {
      quietTime = 0
    } else if !hasRate {
      quietTime += interval
    }
  }

  /// Restarts the quasi-stationary period after a gap.
  mutating func restart() { quietTime = 0 }
}
