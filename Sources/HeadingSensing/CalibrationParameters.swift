public import HeadingGeometry

/// The numbers of a calibration profile that the engine applies; body frame, SI.
///
/// Magnetic field: corrected = softIron · (raw − hardIron − load's − temperature's), scaled to the true field strength.
public struct CalibrationParameters: Sendable, Hashable {
  /// Hard iron offset of the magnetometer, T.
  public var hardIron: Vector3

  /// Soft iron matrix; dimensionless.
  public var softIron: Matrix3

  /// How a vehicle's load moves the field; `nil` if it does not, or nobody knows.
  public var load: LoadEffect?

  /// How the magnetometer's temperature moves its offset; `nil` if it does not, or nobody knows.
  public var temperature: TemperatureEffect?

  /// The deviation that was found after a swing and taken out, for outputs that tell it; it corrects nothing itself.
  public var deviation: DeviationCoefficients?

  /// Offset of the accelerometer, m/s², subtracted before the scale.
  public var accelerometerBias: Vector3

  /// Scale and misalignment of the accelerometer; dimensionless.
  public var accelerometerScale: Matrix3

  /// Offset of the gyroscope at rest, rad/s: where its estimate starts.
  public var gyroscopeBias: Vector3

  /// Predicted heading error of the calibration, 1σ, level; `nil` if the profile does not say.
  public var headingError: Angle?

  /// The same tilted by 20°; `nil` for that of level.
  public var headingErrorTilt20: Angle?

  /// The same tilted by 45°; `nil` for that of 20°.
  public var headingErrorTilt45: Angle?

  /// When, where and how warm it was.
  public var origin: CalibrationOrigin

  /// Whether the accelerometer has a calibration of its own.
  public var hasAccelerometerCalibration: Bool {
    accelerometerBias != .zero || accelerometerScale != .identity
  }

  /// Makes parameters that change nothing.
  public init() {
    hardIron = .zero
    softIron = .identity
    accelerometerBias = .zero
    accelerometerScale = .identity
    gyroscopeBias = .zero
    origin = CalibrationOrigin()
  }
}
