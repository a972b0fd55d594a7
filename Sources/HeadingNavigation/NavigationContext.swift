public import HeadingGeometry

/// What the navigation filter is told of the orientation and the field at the end of a step.
public struct NavigationContext: Sendable, Hashable {
  /// Direction of up in the body frame, of length 1; `nil` if gravity has not been seen.
  public var up: Vector3?

  /// 1σ of that direction, rad.
  public var upDeviation = 0.0

  /// Offset of the gyroscope, rad/s, body.
  public var gyroscopeBias = Vector3.zero

  /// 1σ of that offset, rad/s.
  public var gyroscopeBiasDeviation = 0.01

  /// Whether gyroscope and accelerometer see no motion.
  public var isCalm = false

  /// Calibrated magnetic field, body frame, any unit; `nil` if there is none or it is disturbed.
  public var field: Vector3?

  /// Iron that was taken off it beyond the calibration's, body frame, in its unit.
  public var fieldIron = Vector3.zero

  /// How long before the end of the step that field was so, s.
  public var fieldAge = 0.0

  /// 1σ of the slow error of the field's azimuth: calibration, local deviation, rad.
  public var fieldDeviation = 0.1

  /// Declination at the place; `nil` if it is not known.
  public var declination: Angle?

  /// Makes a context of which nothing is known.
  public init() {}
}
