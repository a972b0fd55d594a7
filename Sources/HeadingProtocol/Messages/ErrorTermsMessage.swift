/// What the bound of the heading is made of: independent errors, 68 % each, degrees.
///
/// The squares of all but ``declination`` add up to that of the magnetic heading's bound; with
/// ``declination`` to that of the true heading's.
public struct ErrorTermsMessage: Sendable, Hashable, Decodable {
  /// Noise of the sensors that reaches the heading.
  public var noise: Double
  /// Drift of the gyroscope since the magnetometer last confirmed the heading.
  public var gyroscopeHold: Double
  /// Hard and soft iron that the calibration leaves.
  public var calibration: Double
  /// A field that is not the local one: iron or magnets nearby.
  public var disturbance: Double
  /// Deviation of the local field's direction that no magnetometer can know.
  public var localField: Double
  /// Error of the tilt, which turns the field's vertical part into the horizontal.
  public var tilt: Double
  /// Uncertainty of the declination; `nil` without a true heading.
  public var declination: Double?

  /// Makes the message of the terms, degrees.
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
  /// Adds the terms as an object to a line.
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
