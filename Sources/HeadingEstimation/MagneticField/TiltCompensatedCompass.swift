import HeadingGeometry
import RealModule

/// Heading without a gyroscope: a tilt-compensated compass from the smoothed field and
/// accelerometer.
struct TiltCompensatedCompass {
  private var smoothed: Vector3 = .zero
  private var elapsed = 0.0
  private var lag = 0.0

  /// Rotation about the vertical from the levelled frame to magnetic ENU.
  private(set) var north: Quaternion = .identity

  /// Strength of the smoothed field, T.
  private(set) var strength = 0.0

  /// Inclination of the smoothed field, rad, positive down.
  private(set) var inclination = 0.0

  /// 1σ of the heading error caused by noise, rad.
  private(set) var deviation = Double.pi

  /// Whether a field has been received.
  private(set) var isStarted = false

  /// Resets the filter.
  mutating func restart() { self = TiltCompensatedCompass() }

  /// Updates the heading with a field, T, body frame; `level` rotates the body to the levelled
  /// frame.
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
    // During rotation the smoothed field lags.
    let newest = level * value
    let trail = Double.atan2(
      y: newest.x * field.y - newest.y * field.x, x: newest.x * field.x + newest.y * field.y)
    lag += (trail - lag) * gain
    // The smoothed noise of the field, and hand tremor of 2° in the smoothed tilt.
    let noise = parameters.magnetometerNoise / horizontal
    deviation =
      (noise * noise + 0.001_2 * (field.z / horizontal) * (field.z / horizontal) + 2 * lag * lag)
      .squareRoot()
    isStarted = true
  }
}
