import HeadingGeometry
import RealModule

/// An eleven-state Kalman filter of the magnetic field, linear but for the product of two small
/// states.
///
/// In the levelled frame, which only the gyroscope rotates about the vertical, a magnetometer
/// measures z = m + r + L·h + τ·c + noise: the local field m, its spatial variation r, the device's
/// hard iron h rotated by L (body to levelled frame), and the field's apparent motion c = L·(ω ×
/// (z_body − h)) over the delay τ. The state is (m, r, h, τ, β), with β the error of the
/// gyroscope's heading rate: m′ = β · up × m.
struct FieldKalmanFilter {
  typealias Row = InlineArray<11, Double>

  /// Time step and process noise between two updates.
  struct Step {
    /// Seconds.
    var interval: Double
    /// Growth rate of the heading variance caused by gyroscope errors, rad²/s.
    var headingVariance: Double
    /// Steady-state variance of β, (rad/s)².
    var driftVariance: Double
    /// Process noise of m, T²/s.
    var fieldVariance: Double
    /// Process noise of h, T²/s.
    var hardIronVariance: Double
    /// Time constant of r, s.
    var variationTime: Double
    /// Steady-state variance of r, T².
    var variationVariance: Double
    /// Rotation of the levelled frame against a body at rest, by errors of gyroscope and level;
    /// `nil` in motion.
    var frameRotation: Quaternion?
  }

  /// A magnetometer measurement, averaged over a block.
  struct Measurement {
    /// The field in the levelled frame, T.
    var field: Vector3
    /// Body to levelled frame; a mean of rotations.
    var rotation: Matrix3
    /// Derivative of the reading by the delay as if all of it were the local field, L·(ω × z), T/s.
    var motion: Vector3
    /// Correction of ``motion`` for the hard iron, which has no delay: L·[ω×], rad/s.
    var turning: Matrix3
    /// Noise variance per component, T².
    var variance: Double
  }

  static let field = 0
  static let variation = 3
  static let hardIron = 6
  static let delay = 9
  static let drift = 10
  static let driftTime = 30.0

  private(set) var state = Row(repeating: 0)
  private(set) var covariance = InlineArray<11, Row>(repeating: Row(repeating: 0))

  /// Factor of the hard iron's columns of the Jacobian, 0…1: 0 while the attitude hardly changes,
  /// so that hard iron is not observable.
  var hardIronScale = 1.0

  /// Whether all numbers have been finite.
  private(set) var isHealthy = true

  /// Three states from `index`.
  @inline(__always)
  func vector(_ index: Int) -> Vector3 {
    Vector3(state[index], state[index + 1], state[index + 2])
  }

  /// Sets one state and its variance, uncorrelated with all others.
  mutating func set(_ index: Int, to value: Double, variance: Double) {
    state[index] = value
    for other in 0..<11 {
      covariance[index][other] = 0
      covariance[other][index] = 0
    }
    covariance[index][index] = variance
  }

  /// Sets three states from `index` and the variance of each, uncorrelated with all others.
  mutating func setVector(_ index: Int, to value: Vector3, variance: Double) {
    for axis in 0..<3 { set(index + axis, to: value[axis], variance: variance) }
  }

  /// Adds to the variance of three states from `index`.
  mutating func inflate(_ index: Int, by variance: Double) {
    for axis in 0..<3 { covariance[index + axis][index + axis] += variance }
  }

  /// Corrects β for a change of the gyroscope bias.
  mutating func shiftDrift(by amount: Double) { state[Self.drift] += amount }

  /// Propagates state and covariance.
  mutating func propagate(_ step: Step) {
    decay(
      Self.drift, count: 1, by: Double.exp(-step.interval / Self.driftTime),
      toward: step.driftVariance)
    decay(
      Self.variation, count: 3, by: Double.exp(-step.interval / step.variationTime),
      toward: step.variationVariance)
    let across = (-state[1], state[0])
    if let rotation = step.frameRotation {
      rotateField(by: rotation)
    } else {
      rotateByDrift(step.interval)
    }
    let turn = step.headingVariance * step.interval
    covariance[0][0] += turn * across.0 * across.0
    covariance[0][1] += turn * across.0 * across.1
    covariance[1][0] += turn * across.0 * across.1
    covariance[1][1] += turn * across.1 * across.1
    inflate(Self.field, by: step.fieldVariance * step.interval)
    inflate(Self.hardIron, by: step.hardIronVariance * step.interval)
  }

  /// Rotates m by β·t about the vertical; the derivative of that rotation by β is (−y, x)·t.
  private mutating func rotateByDrift(_ interval: Double) {
    let across = (-state[1], state[0])
    let first = across.0 * interval
    let second = across.1 * interval
    state[0] += first * state[Self.drift]
    state[1] += second * state[Self.drift]
    for column in 0..<11 {
      covariance[0][column] += first * covariance[Self.drift][column]
      covariance[1][column] += second * covariance[Self.drift][column]
    }
    for row in 0..<11 {
      covariance[row][0] += first * covariance[row][Self.drift]
      covariance[row][1] += second * covariance[row][Self.drift]
    }
  }

  /// Rotates m and r in the levelled frame.
  private mutating func rotateField(by rotation: Quaternion) {
    let matrix = rotation.matrix
    rotate(Self.field, by: matrix)
    rotate(Self.variation, by: matrix)
  }

  /// Rotates the vector of three states from `index`.
  private mutating func rotate(_ index: Int, by matrix: Matrix3) {
    let turned = matrix * vector(index)
    for axis in 0..<3 { state[index + axis] = turned[axis] }
    for other in 0..<11 {
      let turned =
        matrix
        * Vector3(
          covariance[index][other], covariance[index + 1][other], covariance[index + 2][other])
      for axis in 0..<3 { covariance[index + axis][other] = turned[axis] }
    }
    for other in 0..<11 {
      let turned =
        matrix
        * Vector3(
          covariance[other][index], covariance[other][index + 1], covariance[other][index + 2])
      for axis in 0..<3 { covariance[other][index + axis] = turned[axis] }
    }
  }

  /// Propagates `count` states from `index` as first-order Gauss-Markov processes.
  private mutating func decay(_ index: Int, count: Int, by factor: Double, toward variance: Double)
  {
    for row in index..<(index + count) {
      state[row] *= factor
      for column in 0..<11 { covariance[row][column] *= factor }
      for column in 0..<11 { covariance[column][row] *= factor }
      covariance[row][row] += variance * (1 - factor * factor)
    }
  }

  /// Predicted measurement, T, levelled frame.
  func prediction(_ measurement: Measurement) -> Vector3 {
    let hardIron = vector(Self.hardIron)
    return vector(Self.field) + vector(Self.variation) + measurement.rotation * hardIron
      + (measurement.motion - measurement.turning * hardIron) * state[Self.delay]
  }

  /// The predicted contribution of the device: hard iron and delay.
  func ironField(_ measurement: Measurement) -> Vector3 {
    prediction(measurement) - vector(Self.variation) - vector(Self.field)
  }

  /// Row `axis` of the measurement Jacobian.
  func jacobian(_ measurement: Measurement, axis: Int) -> Row {
    var row = Row(repeating: 0)
    row[Self.field + axis] = 1
    row[Self.variation + axis] = 1
    let delay = state[Self.delay]
    let rotation = measurement.rotation.columns
    let turning = measurement.turning.columns
    row[Self.hardIron] = (rotation.x[axis] - delay * turning.x[axis]) * hardIronScale
    row[Self.hardIron + 1] = (rotation.y[axis] - delay * turning.y[axis]) * hardIronScale
    row[Self.hardIron + 2] = (rotation.z[axis] - delay * turning.z[axis]) * hardIronScale
    row[Self.delay] =
      measurement.motion[axis] - turning.x[axis] * state[Self.hardIron]
      - turning.y[axis] * state[Self.hardIron + 1] - turning.z[axis] * state[Self.hardIron + 2]
    return row
  }

  /// Updates the filter with a measurement.
  ///
  /// - Parameters:
  ///   - measurement: The measurement.
  ///   - isDisturbed: Whether only the variation is corrected; the others are consider states
  ///     (Schmidt, 1966), because a lasting disturbance is not the white noise that the update
  ///     assumes.
  /// - Returns: The normalized innovation squared (3 expected), and the log-likelihood up to a
  ///   constant.
  mutating func update(
    _ measurement: Measurement, isDisturbed: Bool = false
  ) -> (normalized: Double, logLikelihood: Double) {
    var normalized = 0.0
    var logLikelihood = 0.0
    for axis in 0..<3 {
      let row = jacobian(measurement, axis: axis)
      var product = Row(repeating: 0)
      var spread = measurement.variance
      for index in 0..<11 {
        // The other entries of the row are zero.
        let sum =
          covariance[axis][index] + covariance[axis + 3][index] + covariance[6][index] * row[6]
          + covariance[7][index] * row[7] + covariance[8][index] * row[8]
          + covariance[9][index] * row[9]
        product[index] = sum
        spread += row[index] * sum
      }
      let innovation = measurement.field[axis] - prediction(measurement)[axis]
      if !(spread.isFinite && innovation.isFinite) { isHealthy = false }
      guard spread > 0, isHealthy else { continue }
      let square = innovation * innovation / spread
      normalized += square
      logLikelihood -= 0.5 * (square + Double.log(spread))
      if isDisturbed {
        correctVariation(product, spread: spread, innovation: innovation)
      } else {
        correct(product, spread: spread, innovation: innovation)
      }
    }
    return (normalized, logLikelihood)
  }

  /// Corrects all states by an innovation.
  @inline(__always)
  private mutating func correct(_ product: Row, spread: Double, innovation: Double) {
    let share = innovation / spread
    let root = 1 / spread.squareRoot()
    var scaled = Row(repeating: 0)
    for index in 0..<11 {
      state[index] += product[index] * share
      scaled[index] = product[index] * root
    }
    // The same product above and below the diagonal keeps the covariance symmetric.
    for index in 0..<11 {
      let factor = scaled[index]
      for column in 0..<11 { covariance[index][column] -= factor * scaled[column] }
    }
  }

  /// Corrects the variation only, with all others as consider states (Schmidt).
  private mutating func correctVariation(_ product: Row, spread: Double, innovation: Double) {
    let corrected = Self.variation..<Self.hardIron
    for index in corrected {
      let gain = product[index] / spread
      state[index] += gain * innovation
      for column in 0..<11 where !corrected.contains(column) || column >= index {
        let reduced = covariance[index][column] - gain * product[column]
        covariance[index][column] = reduced
        covariance[column][index] = reduced
      }
    }
  }

  /// Angle about the vertical from the levelled frame to the local field's north, rad.
  @inline(__always)
  var heading: Double { Double.atan2(y: state[0], x: state[1]) }

  /// Horizontal strength of the local field, T.
  @inline(__always)
  var horizontalStrength: Double { (state[0] * state[0] + state[1] * state[1]).squareRoot() }

  /// Variance of `heading`, rad².
  @inline(__always)
  var headingVariance: Double {
    let square = state[0] * state[0] + state[1] * state[1]
    guard square > 0 else { return .pi * .pi }
    let across =
      state[1] * state[1] * covariance[0][0] - 2 * state[0] * state[1] * covariance[0][1]
      + state[0] * state[0] * covariance[1][1]
    return max(0, across) / (square * square)
  }

  /// 1σ of the worst component of three states from `index`.
  @inline(__always)
  func deviation(_ index: Int) -> Double {
    max(
      0, covariance[index][index], covariance[index + 1][index + 1],
      covariance[index + 2][index + 2]
    ).squareRoot()
  }

  /// Squared Mahalanobis distance (1936) of a change of three states from `index`.
  func squaredDistance(_ change: Vector3, at index: Int) -> Double {
    let rows = Matrix3(
      rows: Vector3(
        covariance[index][index], covariance[index][index + 1], covariance[index][index + 2]),
      Vector3(
        covariance[index + 1][index], covariance[index + 1][index + 1],
        covariance[index + 1][index + 2]),
      Vector3(
        covariance[index + 2][index], covariance[index + 2][index + 1],
        covariance[index + 2][index + 2]))
    return rows.inverse.map { change.dot($0 * change) } ?? 0
  }

  /// Mean variance of three states from `index`.
  @inline(__always)
  func meanVariance(_ index: Int) -> Double {
    (covariance[index][index] + covariance[index + 1][index + 1]
      + covariance[index + 2][index + 2]) / 3
  }
}
