public import HeadingGeometry

/// Attitude and field data that the navigation filter receives at the end of a step.
public struct NavigationContext: Sendable, Hashable {
  /// Up direction in the body frame, unit vector; `nil` until gravity has been measured.
  public var up: Vector3?

  /// 1σ of that direction, rad.
  public var upDeviation = 0.0

  /// Gyroscope bias, rad/s, body.
  public var gyroscopeBias = Vector3.zero

  /// 1σ of the gyroscope bias, rad/s.
  public var gyroscopeBiasDeviation = 0.01

  /// Whether gyroscope and accelerometer detect no motion.
  public var isStationary = false

  /// Calibrated magnetic field, body frame, any unit; `nil` if there is none or it is disturbed.
  public var field: Vector3?

  /// Residual hard iron that the attitude estimator has subtracted from the field, body frame, in
  /// its unit.
  public var fieldIron = Vector3.zero

  /// Age of the field at the end of the step, s.
  public var fieldAge = 0.0

  /// 1σ of the correlated error of the field's azimuth, rad: calibration and local deviation.
  public var fieldDeviation = 0.1

  /// Declination at the position; `nil` if unknown.
  public var declination: Angle?

  /// Makes a context without data.
  public init() {}
}
