/// Error budget of the heading: independent 68 % errors, degrees.
///
/// The root of the sum of squares without ``declination`` is the accuracy of the magnetic heading,
/// with it that of the true heading.
public struct ErrorTermsMessage: Sendable, Hashable, Decodable {
  /// Heading error caused by sensor noise.
  public var noise: Double
  /// Drift of the gyroscope since the magnetometer last corrected the heading.
  public var gyroscopeHold: Double
  /// Residual of the hard and soft iron calibration.
  public var calibration: Double
  /// Magnetic disturbance: iron or magnets nearby.
  public var disturbance: Double
  /// Deviation of the local field's direction from the model, which no magnetometer can observe.
  public var localField: Double
  /// Effect of the tilt error, which projects the vertical field onto the horizontal plane.
  public var tilt: Double
  /// Uncertainty of the declination; `nil` without a true heading.
  public var declination: Double?

  /// Creates the message of the terms, degrees.
  public init(
    noise: Double, gyroscopeHold: Double, calibration: Double, disturbance: Double,
    localField: Double, tilt: Double, declination: Double?
  ) {
    self.noise = noise
    self.gyroscopeHold = gyroscopeHold
    self.calibration = calibration
    self.disturbance = disturbance
    self.localField = localField
    self.tilt = tilt
    self.declination = declination
  }

  enum CodingKeys: String, CodingKey {
    case noise, calibration, disturbance, tilt, declination
    case gyroscopeHold = "gyroscope_hold"
    case localField = "local_field"
  }
}

extension ErrorTermsMessage {
  /// Adds the terms to a line.
  func add(to line: inout JSONLine) {
    line.add("noise", noise)
    line.add("gyroscope_hold", gyroscopeHold)
    line.add("calibration", calibration)
    line.add("disturbance", disturbance)
    line.add("local_field", localField)
    line.add("tilt", tilt)
    line.add("declination", declination)
  }
}
