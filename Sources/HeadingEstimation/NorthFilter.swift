import HeadingGeometry
import RealModule

/// North without a gyroscope: the field smoothed in the body frame, levelled by the smoothed accelerometer.
struct NorthFilter {
  private var smoothed: Vector3 = .zero
  private var elapsed = 0.0
  private var lag = 0.0

  /// Rotation about the vertical from the levelled frame to magnetic ENU.
  private(set) var north: Quaternion = .identity

  /// Strength of the smoothed field, T.
  private(set) var strength = 0.0

  /// Inclination of the smoothed field, rad, positive down.
  private(set) var inclination = 0.0

  /// 1σ of the heading that noise leaves, rad.
  private(set) var deviation = Double.pi

  /// Whether a field has been taken.
  private(set) var isStarted = false

  /// Forgets everything.
  mutating func restart() { self = NorthFilter() }

  /// Takes a field, T, body frame; `level` is from the body to the levelled frame.
  mutating func update(
    _ value: Vector3, level: Quaternion, interval: Double, parameters: OrientationParameters
  ) {
    elapsed += interval
    let gain =
      isStarted ? max(1 - Double.exp(-interval / parameters.smoothingTime), 0) : 1
    smoothed += (value - smoothed) * gain
    let field = level * smoothed
    strength = field.length
    let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
    guard horizontal > 0 else { return }
    north = Quaternion(
      angle: Angle(radians: Double.atan2(y: field.x, x: field.y)), axis: Vector3(0, 0, 1))
    inclination = Double.atan2(y: -field.z, x: horizontal)
    // In a turn the smoothed field trails the field.
    let newest = level * value
    let trail = Double.atan2(
      y: newest.x * field.y - newest.y * field.x, x: newest.x * field.x + newest.y * field.y)
    lag += (trail - lag) * gain
    // The field's smoothed noise, and a hand's tremor of 2° that the smoothed horizon lets through.
    let noise = parameters.magnetometerNoise / horizontal
    deviation =
      (noise * noise + 0.001_2 * (field.z / horizontal) * (field.z / horizontal) + 2 * lag * lag)
      .squareRoot()
    isStarted = true
  }
}
