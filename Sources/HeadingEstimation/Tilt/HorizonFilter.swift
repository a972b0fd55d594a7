import HeadingGeometry

/// An error-state Kalman filter for tilt and gyroscope bias.
///
/// The frame that only the gyroscope rotates is levelled by the rotation ``level``. The state is
/// the tilt error u of that level (the horizontal components of the true up direction in the
/// levelled frame, rad), the error δb of ``bias`` (rad/s, body frame), and the errors δe and δα of
/// the field's elevation and azimuth; all are fed back after each update, so that their mean is
/// zero:
///
///     u̇ = (A δb) × up
///     δα̇ = (A δb) · up
///     s = u − D δb + a/g
///     e = e₀ + δe − u · n + noise
///     α = α₀ + δα + (Z/H) u · t + noise
///
/// A rotates from body to levelled frame. s is the horizontal direction of the specific force,
/// low-passed in the gyroscope's frame. e is the elevation of the magnetic field, e₀ that of the
/// reference field, n magnetic north. α is the azimuth of the field, α₀ the first observed one, Z
/// and H the vertical and horizontal field, t = up × n.
///
/// D is the response of the same low-pass to the bias, ``BiasLag``. The remaining acceleration a in
/// s is coloured noise of unknown variance, which ``AccelerationNoise`` estimates: a device at rest
/// follows gravity within seconds, a boat in waves relies on its gyroscope for a minute. If the
/// place is unknown, e₀ is the first observed elevation.
struct HorizonFilter {
  typealias Row = InlineArray<7, Double>

  /// Number of states: u_x, u_y, δe, δb (3), δα.
  static let count = 7
  static let elevation = 2
  static let azimuth = 6

  /// Rotation from the gyroscope's frame to the levelled frame.
  private(set) var level: Quaternion = .identity

  /// Estimated elevation of the magnetic field above the horizontal, rad; `nil` before the first
  /// observation if the place is unknown.
  var elevation: Double?
  /// Elevation by the magnetic model, rad.
  var reference: Double?
  /// Estimated direction of the field's north in the levelled frame; `nil` before the first
  /// observation.
  var north: SIMD2<Double>?

  /// Gyroscope bias, rad/s, body frame.
  var bias: Vector3 = .zero

  /// Covariance of (u_x, u_y, δe, δb, δα).
  var covariance = InlineArray<7, Row>(repeating: Row(repeating: 0))

  var force = VectorLowPass()
  private var block = Block()
  private var lag = BiasLag()

  private var acceleration = AccelerationNoise()

  /// Tilt variance caused by unmeasured rotations, rad²; decays as gravity is observed again.
  private(set) var unmeasuredVariance = 0.0

  /// Time for which the averaged force has been too large or too small, s; see ``largestStrain``.
  private var strainedTime = 0.0

  /// Sums since the last update.
  private struct Block {
    var elapsed = 0.0
    var rotation = Matrix3(diagonal: .zero)
    var squaredRate = 0.0
  }

  /// What the stationarity detection reports.
  struct Rest {
    /// The mean rate at rest, rad/s; `nil` in motion.
    var meanRate: Vector3?
    /// Whether the averaged force is gravity alone.
    var isForceSettled: Bool
  }

  /// Relative deviation of the averaged force from gravity beyond which it is not used, and for how
  /// long, s.
  private static let largestStrain = 0.2
  private static let strainTimeout = 20.0

  /// Update interval, s: beyond the pass band of the low-pass, samples add no information.
  private static let interval = 0.1

  /// Twice the correlation time of white noise behind a second-order Butterworth low-pass of unit
  /// time constant.
  private static let correlation = 2.0

  init(parameters: OrientationParameters) {
    startBias(at: .zero, accuracy: parameters.initialBiasDeviation)
  }
}

extension HorizonFilter {
  /// Time over which the specific force has been averaged, s; 0 before the first sample.
  var elapsed: Double { force.elapsed }

  /// The averaged specific force, m/s², in the gyroscope's frame.
  var meanForce: Vector3 { force.value }

  /// Relative deviation of the averaged force from gravity.
  var strain: Double { abs(force.value.length / PhysicalConstants.standardGravity - 1) }

  /// Covariance of the tilt error.
  @inline(__always)
  var tilt: TiltCovariance {
    let share = unmeasuredVariance > 0.001 ? 1 : acceleration.whiteness
    return TiltCovariance(
      x: share * covariance[0][0], y: share * covariance[1][1], cross: share * covariance[0][1])
  }

  /// Mean variance of the tilt error per axis, rad², as filtered: with accelerations taken as white
  /// noise.
  @inline(__always)
  var filteredVariance: Double { max((covariance[0][0] + covariance[1][1]) / 2, 0) }

  /// 1σ of the bias, worst axis, rad/s.
  @inline(__always)
  var biasAccuracy: Double {
    max(covariance[3][3], covariance[4][4], covariance[5][5]).squareRoot()
  }

  /// Variance of the bias along a body direction, (rad/s)².
  @inline(__always)
  func biasVariance(along direction: Vector3) -> Double {
    var sum = 0.0
    for row in 0..<3 {
      for column in 0..<3 {
        sum += direction[row] * covariance[3 + row][3 + column] * direction[column]
      }
    }
    return max(0, sum)
  }

  static func square(_ value: Double) -> Double { value * value }
}

extension HorizonFilter {
  /// Restarts the average of the force; the level stays until the first sample.
  mutating func restart() {
    force.reset()
    acceleration = AccelerationNoise()
    resetCorrelations()
  }

  /// Limits the weight of the average so far to `duration` seconds, after unmeasured rotations.
  mutating func limitMemory(to duration: Double = 0.5) {
    force.limitMemory(to: duration)
    // A large unmeasured rotation must not count as acceleration.
    if duration < 0.5 { acceleration = AccelerationNoise() }
    resetCorrelations()
  }

  /// Inflates the tilt variance after an unmeasured rotation of about this size, rad.
  mutating func addUnmeasuredRotation(_ turn: Double) {
    let variance = Self.square(min(turn, 0.5))
    unmeasuredVariance = max(unmeasuredVariance, variance)
    resetFieldReference()
    for axis in 0..<2 { covariance[axis][axis] = max(covariance[axis][axis], variance) }
  }

  /// Resets the correlations with bias and field, because the gyroscope's frame has a
  /// discontinuity.
  private mutating func resetCorrelations() {
    lag = BiasLag()
    block = Block()
    resetFieldReference()
    for axis in 0..<2 {
      for column in 2..<Self.count {
        covariance[axis][column] = 0
        covariance[column][axis] = 0
      }
    }
  }

  /// Updates the filter with a specific force, m/s², in the gyroscope's frame, over the last
  /// `interval` seconds.
  ///
  /// - Parameters:
  ///   - sample: The specific force.
  ///   - rotation: Body to the gyroscope's frame.
  ///   - rate: Angular rate without bias, rad/s.
  ///   - interval: Seconds.
  ///   - rest: What the stationarity detection reports.
  ///   - correctsBias: Whether the tilt may correct the bias; otherwise the bias is a consider
  ///     state.
  ///   - parameters: The tunables.
  mutating func update(
    _ sample: Vector3, rotation: Quaternion, rate: Vector3, interval: Double,
    rest: Rest, correctsBias: Bool, parameters: OrientationParameters
  ) {
    let time = parameters.accelerationTime
    force.update(sample, interval: interval, timeConstant: time)
    guard force.elapsed >= time, interval > 0 else {
      lag.average(
        (level * rotation).matrix, interval: max(interval, 0), elapsed: force.elapsed)
      levelByForce(parameters: parameters)
      return
    }
    unmeasuredVariance -= unmeasuredVariance * min(interval / parameters.accelerationTime, 1)
    block.elapsed += interval
    block.squaredRate += rate.squaredLength * interval
    block.rotation = block.rotation + (level * rotation).matrix * interval
    guard block.elapsed >= Self.interval else { return }
    let elapsed = block.elapsed
    let matrix = block.rotation * (1 / elapsed)
    propagate(
      matrix, elapsed: elapsed, squaredRate: block.squaredRate / elapsed, parameters: parameters)
    lag.update(matrix, interval: elapsed, timeConstant: time)
    if let rate = rest.meanRate { observeRest(rate, interval: elapsed, parameters: parameters) }
    observeForce(
      elapsed: elapsed, isResting: rest.isForceSettled, correctsBias: correctsBias,
      parameters: parameters)
    block = Block()
  }

  /// Updates the filter without a gyroscope: the level follows the averaged force.
  mutating func updateAlone(_ sample: Vector3, interval: Double, parameters: OrientationParameters)
  {
    force.update(sample, interval: interval, timeConstant: parameters.smoothingTime)
    levelByForce(parameters: parameters)
  }

  /// Levels by the averaged force alone while the average covers less than its time constant: s is 0,
  /// and u = D δb − a/g.
  private mutating func levelByForce(parameters: OrientationParameters) {
    guard let up = (level * force.value).direction else { return }
    turnLevel(toward: up)
    let responses = lag
    resetCorrelations()
    lag = responses
    // The variance of a hand's accelerations is at most four times as large without averaging as
    // with it.
    let share = max(1, min(4, parameters.accelerationTime / max(force.elapsed, 0.1)))
    let bias = knownBias.covariance
    let (first, second) = (bias * lag.first, bias * lag.second)
    for index in 0..<3 {
      covariance[0][3 + index] = first[index]
      covariance[3 + index][0] = first[index]
      covariance[1][3 + index] = second[index]
      covariance[3 + index][1] = second[index]
    }
    covariance[0][0] = acceleration.variance * share + lag.first.dot(first)
    covariance[1][1] = acceleration.variance * share + lag.second.dot(second)
    covariance[0][1] = lag.first.dot(second)
    covariance[1][0] = covariance[0][1]
  }

  /// Applies the shortest rotation that brings `up` onto z; upside down, any horizontal axis
  /// serves.
  private mutating func turnLevel(toward up: Vector3) {
    let cosine = ((up.z + 1) / 2).squareRoot()
    let correction =
      cosine > 1e-6
      ? Quaternion(w: cosine, x: up.y / (2 * cosine), y: -up.x / (2 * cosine), z: 0)
      : Quaternion(w: 0, x: 1, y: 0, z: 0)
    level = (correction * level).normalized ?? level
  }

  private mutating func propagate(
    _ rotation: Matrix3, elapsed: Double, squaredRate: Double, parameters: OrientationParameters
  ) {
    let rows = rotation.rows
    let (first, second) = (rows.y * elapsed, rows.x * -elapsed)
    // Row by row, then column by column: P = F P Fᵀ with F = [I, A·T; 0, I].
    let third = rows.z * elapsed
    for column in 0..<Self.count {
      let bias = Vector3(covariance[3][column], covariance[4][column], covariance[5][column])
      covariance[0][column] += first.dot(bias)
      covariance[1][column] += second.dot(bias)
      covariance[Self.azimuth][column] += third.dot(bias)
    }
    for row in 0..<Self.count {
      let bias = Vector3(covariance[row][3], covariance[row][4], covariance[row][5])
      covariance[row][0] += first.dot(bias)
      covariance[row][1] += second.dot(bias)
      covariance[row][Self.azimuth] += third.dot(bias)
    }
    let noise =
      (Self.square(parameters.headingNoise)
        + Self.square(parameters.gyroscopeTurnError) * squaredRate) * elapsed
    covariance[0][0] += noise
    covariance[1][1] += noise
    covariance[Self.azimuth][Self.azimuth] += noise
    propagateBias(interval: elapsed, parameters: parameters)
  }

  private mutating func observeForce(
    elapsed: Double, isResting: Bool, correctsBias: Bool, parameters: OrientationParameters
  ) {
    guard let up = (level * force.value).direction else { return }
    let strain = self.strain
    strainedTime = strain > Self.largestStrain ? strainedTime + elapsed : 0
    // No body accelerates by a fifth of gravity for long: the accelerometer is faulty, or the body
    // rotates too fast for the average.
    if strainedTime > 0, strainedTime < Self.strainTimeout { return }
    let innovation = SIMD2(up.x, up.y)
    let excess = acceleration.update(innovation, tilt: filteredVariance, interval: elapsed)
    if excess > 0 {
      // The tilt error exceeds its covariance.
      for axis in 0..<2 { covariance[axis][axis] += excess }
      let rate = excess / Self.square(AccelerationNoise.meanTime)
      for axis in 3..<6 { covariance[axis][axis] += rate }
    }
    if isResting { inflate(by: innovation) }
    let seen = isResting ? AccelerationNoise.least : acceleration.robustVariance
    let variance = seen * Self.correlation * parameters.accelerationTime / elapsed
    var change = Row(repeating: 0)
    let states = correctsBias ? Self.count : Self.elevation + 1
    correct(row(0), innovation: innovation.x, variance: variance, states: states, change: &change)
    correct(row(1), innovation: innovation.y, variance: variance, states: states, change: &change)
    apply(change, parameters: parameters)
  }

  /// Inflates the tilt variance if at rest the innovation of the force exceeds a fifth of gravity
  /// and 5σ.
  ///
  /// A rotation was not measured: no vehicle accelerates by a fifth of gravity for seconds with
  /// rates and forces as at rest.
  private mutating func inflate(by innovation: SIMD2<Double>) {
    let square = (innovation * innovation).sum()
    guard square > Self.square(Self.largestStrain), square > 25 * filteredVariance else { return }
    for axis in 0..<2 { covariance[axis][axis] += square }
  }

  /// Row of the measurement Jacobian for component `axis` of s.
  private func row(_ axis: Int) -> Row {
    var row = Row(repeating: 0)
    row[axis] = 1
    let response = axis == 0 ? lag.first : lag.second
    for index in 0..<3 { row[3 + index] = -response[index] }
    return row
  }

  /// Zero-angular-rate update: at rest the mean rate is the bias.
  private mutating func observeRest(
    _ meanRate: Vector3, interval: Double, parameters: OrientationParameters
  ) {
    let settled = Self.square(parameters.biasRestDeviation)
    let walk = Self.square(parameters.biasWalk) * interval / 100
    let variance = settled * settled / walk + settled
    let limit = parameters.biasLimit
    var change = Row(repeating: 0)
    for axis in 0..<3 {
      var row = Row(repeating: 0)
      row[3 + axis] = 1
      let innovation = max(-limit, min(limit, meanRate[axis] - bias[axis]))
      correct(row, innovation: innovation, variance: variance, change: &change)
    }
    apply(change, parameters: parameters)
  }

  /// Scalar update of the first `states` states, the others being consider states (Schmidt);
  /// `change` accumulates the correction.
  mutating func correct(
    _ row: Row, innovation: Double, variance: Double, states: Int = HorizonFilter.count,
    change: inout Row
  ) {
    var product = Row(repeating: 0)
    for index in 0..<Self.count {
      let factor = row[index]
      for column in 0..<Self.count { product[column] += factor * covariance[index][column] }
    }
    var spread = variance
    var expected = 0.0
    for index in 0..<Self.count {
      spread += row[index] * product[index]
      expected += row[index] * change[index]
    }
    guard spread > 0, spread.isFinite else { return }
    let residual = (innovation - expected) / spread
    for index in 0..<states {
      change[index] += product[index] * residual
      let gain = product[index] / spread
      for column in index..<Self.count {
        let reduced = covariance[index][column] - gain * product[column]
        covariance[index][column] = reduced
        covariance[column][index] = reduced
      }
    }
  }

  /// Feeds the correction back into level, bias and field direction.
  mutating func apply(_ change: Row, parameters: OrientationParameters) {
    let horizontal = Vector3(change[0], change[1], 0)
    if let up = Vector3(change[0], change[1], (max(0, 1 - horizontal.squaredLength)).squareRoot())
      .direction
    {
      turnLevel(toward: up)
    }
    if let elevation { self.elevation = elevation + change[Self.elevation] }
    if let north { self.north = north + SIMD2(-north.y, north.x) * change[Self.azimuth] }
    shiftBias(by: Vector3(change[3], change[4], change[5]), limit: parameters.biasLimit)
  }
}
