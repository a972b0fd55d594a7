import HeadingGeometry

/// Averages field samples over 50 ms, so that the filter runs 20 times a second at any sampling
/// rate.
///
/// The averages are exact: the measurement is linear in every state with the averaged coefficients.
struct MagneticBlock {
  static let length = 0.05

  private var field: Vector3 = .zero
  private var motion: Vector3 = .zero
  private var rotation = Matrix3(diagonal: .zero)
  private var turning = Matrix3(diagonal: .zero)
  private var squaredRate = 0.0
  private var count = 0.0
  private var elapsed = 0.0

  /// A complete block: the measurement, its length in s and the mean square of the rate, (rad/s)².
  struct Result {
    var measurement: FieldKalmanFilter.Measurement
    var interval: Double
    var squaredRate: Double
  }

  /// Adds a field sample, T, body frame.
  ///
  /// - Parameters:
  ///   - value: The field.
  ///   - attitude: Body to levelled frame at the assumed time of validity of the field.
  ///   - rate: Angular rate, rad/s, body frame.
  ///   - interval: Seconds since the previous sample.
  @inline(__always)
  mutating func add(_ value: Vector3, attitude: Quaternion, rate: Vector3, interval: Double) {
    let matrix = attitude.matrix
    let (x, y, z) = matrix.columns
    // L·[ω×]: its columns are L·(ω × eᵢ).
    let crossed = Matrix3(
      columns: y * rate.z - z * rate.y, z * rate.x - x * rate.z, x * rate.y - y * rate.x)
    field += matrix * value
    motion += crossed * value
    rotation = rotation + matrix
    turning = turning + crossed
    squaredRate += rate.squaredLength
    count += 1
    elapsed += interval
  }

  /// Whether the block is complete.
  var isWhole: Bool { elapsed >= Self.length }

  /// Returns the complete block and starts the next one.
  mutating func take(parameters: OrientationParameters) -> Result {
    let share = 1 / count
    let noise = parameters.magnetometerNoise
    let rateNoise = parameters.magnetometerRateNoise
    let result = Result(
      measurement: FieldKalmanFilter.Measurement(
        field: field * share, rotation: rotation * share, motion: motion * share,
        turning: turning * share,
        // Noise of successive samples of a 100 Hz sensor is correlated: more than four per block
        // average no further.
        variance: noise * noise * max(1, 4 * share) + rateNoise * rateNoise * squaredRate * share),
      interval: elapsed, squaredRate: squaredRate * share)
    self = MagneticBlock()
    return result
  }
}
