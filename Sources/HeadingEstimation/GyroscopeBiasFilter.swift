import HeadingGeometry

/// A Kalman filter for the gyroscope's offset b, rad/s, body frame: a random walk, observed at rest by
/// the mean rate and in motion by the rate at which the horizon has to be corrected.
struct GyroscopeBiasFilter {
  private(set) var bias: Vector3 = .zero
  private(set) var covariance: Matrix3
  private var meanRotation: (VectorLowPass, VectorLowPass, VectorLowPass) = (
    VectorLowPass(), VectorLowPass(), VectorLowPass()
  )
  private var meanTurnedBias = VectorLowPass()

  init(parameters: OrientationParameters) {
    let variance = parameters.initialBiasDeviation * parameters.initialBiasDeviation
    covariance = Matrix3(diagonal: Vector3(repeating: variance))
  }

  /// 1σ of the worst axis, rad/s.
  var accuracy: Double {
    max(covariance.columns.x.x, covariance.columns.y.y, covariance.columns.z.z).squareRoot()
  }

  /// Starts from a known offset.
  mutating func start(at bias: Vector3, accuracy: Double) {
    self.bias = bias
    covariance = Matrix3(diagonal: Vector3(repeating: accuracy * accuracy))
  }

  /// Adds what the magnetometer has found.
  mutating func shift(by change: Vector3, limit: Double) {
    let bound = Vector3(repeating: limit)
    bias = (bias + change).clamped(lowerBound: -bound, upperBound: bound)
  }

  /// Makes the offset less certain, up to what it was at first.
  mutating func widen(by variance: Double, parameters: OrientationParameters) {
    let limit = parameters.initialBiasDeviation * parameters.initialBiasDeviation
    let diagonal = Vector3(
      covariance.columns.x.x, covariance.columns.y.y, covariance.columns.z.z)
    let room = (Vector3(repeating: limit) - diagonal).clamped(
      lowerBound: .zero, upperBound: Vector3(repeating: variance))
    covariance = covariance + Matrix3(diagonal: room)
  }

  /// Lets the offset wander for `interval` seconds.
  @inline(__always)
  mutating func propagate(interval: Double, parameters: OrientationParameters) {
    let limit = parameters.initialBiasDeviation * parameters.initialBiasDeviation
    let step = parameters.biasWalk * parameters.biasWalk * interval / 100
    func grown(_ variance: Double) -> Double { variance < limit ? variance + step : variance }
    var (x, y, z) = covariance.columns
    x.x = grown(x.x)
    y.y = grown(y.y)
    z.z = grown(z.z)
    covariance = Matrix3(columns: x, y, z)
  }

  /// Observes the mean rate at rest.
  mutating func update(
    meanRate: Vector3, interval: Double, parameters: OrientationParameters
  ) {
    let noise = Self.noise(
      deviation: parameters.biasRestDeviation, interval: interval, parameters: parameters)
    apply(
      innovation: meanRate - bias, jacobian: .identity, noise: Vector3(repeating: noise),
      limit: parameters.biasLimit)
  }

  /// Observes in motion the rate, rad/s in the levelled frame, at which the horizon had to be turned.
  ///
  /// The horizon is a low-passed one, so the offset acts on it through the equally low-passed rotation.
  mutating func update(
    horizonRate: Vector3, rotation: Matrix3, interval: Double, parameters: OrientationParameters
  ) {
    let time = parameters.accelerationTime
    let columns = rotation.columns
    meanRotation.0.update(columns.x, interval: interval, timeConstant: time)
    meanRotation.1.update(columns.y, interval: interval, timeConstant: time)
    meanRotation.2.update(columns.z, interval: interval, timeConstant: time)
    meanTurnedBias.update(rotation * bias, interval: interval, timeConstant: time)
    let jacobian = Matrix3(
      columns: meanRotation.0.value, meanRotation.1.value, meanRotation.2.value)
    var innovation = meanTurnedBias.value - jacobian * bias - horizonRate
    innovation.z = -(jacobian * bias).z
    let noise = Self.noise(
      deviation: parameters.biasMotionDeviation, interval: interval, parameters: parameters)
    // The horizon says nothing of the turn about the vertical: only a faint pull to zero.
    apply(
      innovation: innovation, jacobian: jacobian, noise: Vector3(noise, noise, noise * 1e4),
      limit: parameters.biasLimit)
  }

  /// The noise with which the filter settles at `deviation`: p² + p·q = q·w.
  private static func noise(
    deviation: Double, interval: Double, parameters: OrientationParameters
  ) -> Double {
    let settled = deviation * deviation
    let walk = parameters.biasWalk * parameters.biasWalk * interval / 100
    return settled * settled / walk + settled
  }

  private mutating func apply(
    innovation: Vector3, jacobian: Matrix3, noise: Vector3, limit: Double
  ) {
    let crossed = covariance * jacobian.transposed
    let spread = jacobian * crossed + Matrix3(diagonal: noise)
    guard let inverse = spread.inverse else { return }
    let gain = crossed * inverse
    let bound = Vector3(repeating: limit)
    bias += gain * innovation.clamped(lowerBound: -bound, upperBound: bound)
    bias.clamp(lowerBound: -bound, upperBound: bound)
    let updated = covariance - gain * (jacobian * covariance)
    covariance = (updated + updated.transposed) * 0.5
  }
}

extension GyroscopeBiasFilter {
  /// Whether a mean rate, rad/s, may be the offset; no known one jumps by half a degree a second, but a slow turn does.
  func isPlausible(_ meanRate: Vector3) -> Bool {
    let away = meanRate - bias
    func allows(_ distance: Double, _ variance: Double) -> Bool {
      abs(distance) < 5 * variance.squareRoot() + Angle(degrees: 0.5).radians
    }
    return allows(away.x, covariance.columns.x.x) && allows(away.y, covariance.columns.y.y)
      && allows(away.z, covariance.columns.z.z)
  }

  /// Variance of the offset along a direction, (rad/s)².
  func variance(along direction: Vector3) -> Double {
    max(0, direction.dot(covariance * direction))
  }
}
