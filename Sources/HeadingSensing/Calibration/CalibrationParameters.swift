public import HeadingGeometry

/// The parameters of a calibration profile that the engine applies; body frame, SI.
///
/// Magnetic field: corrected = softIron · (raw − hardIron − load's − temperature's), scaled to the
/// true field strength.
public struct CalibrationParameters: Sendable, Hashable {
  /// Hard iron offset of the magnetometer, T.
  public var hardIron: Vector3

  /// Soft iron matrix; dimensionless.
  public var softIron: Matrix3

  /// Effect of a vehicle's load on the field; `nil` if there is none, or it is unknown.
  public var load: LoadEffect?

  /// Effect of the magnetometer's temperature on its offset; `nil` if there is none, or it is
  /// unknown.
  public var temperature: TemperatureEffect?

  /// The deviation found by swinging and already removed, for outputs that report it; it corrects
  /// nothing itself.
  public var deviation: DeviationCoefficients?

  /// Offset of the accelerometer, m/s², subtracted before the scale.
  public var accelerometerBias: Vector3

  /// Scale and misalignment of the accelerometer; dimensionless.
  public var accelerometerScale: Matrix3

  /// Bias of the gyroscope at rest, rad/s: the initial value of its estimate.
  public var gyroscopeBias: Vector3

  /// Stated heading error of the calibration, 1σ, level; `nil` if the profile has none.
  public var headingError: Angle?

  /// Stated heading error at a tilt of 20°; `nil` for that of level.
  public var headingErrorTilt20: Angle?

  /// Stated heading error at a tilt of 45°; `nil` for that of 20°.
  public var headingErrorTilt45: Angle?

  /// Date, place and temperatures of the calibration.
  public var origin: CalibrationOrigin

  /// Whether the accelerometer has a calibration of its own.
  public var hasAccelerometerCalibration: Bool {
    accelerometerBias != .zero || accelerometerScale != .identity
  }

  /// Creates parameters that change nothing.
  public init() {
    hardIron = .zero
    softIron = .identity
    accelerometerBias = .zero
    accelerometerScale = .identity
    gyroscopeBias = .zero
    origin = CalibrationOrigin()
  }
}
