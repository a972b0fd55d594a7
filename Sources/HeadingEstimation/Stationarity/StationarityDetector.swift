import HeadingGeometry

/// Stationarity detection: rate and specific force stay close to their own slow mean.
struct StationarityDetector {
  private var rate = VectorLowPass()
  private var force = VectorLowPass()
  private var rateDeviation = 0.0
  private var forceDeviation = 0.0
  private(set) var quietTime = 0.0
  private var hasRate = false

  /// The mean rate, rad/s.
  var meanRate: Vector3 { rate.value }

  @inline(__always)
  mutating func update(rate sample: Vector3, interval: Double, parameters: OrientationParameters) {
    hasRate = true
    rate.update(sample, interval: interval, timeConstant: 0.5)
    rateDeviation = (sample - rate.value).squaredLength
    let limit = parameters.biasLimit * parameters.biasLimit
    if rateDeviation > limit
      || max(abs(rate.value.x), abs(rate.value.y), abs(rate.value.z))
        > parameters.biasLimit
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
