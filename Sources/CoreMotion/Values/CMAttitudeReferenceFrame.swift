/// The reference frame of attitudes; z is up.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
  /// One bit per frame.
  public let rawValue: UInt

  /// Creates a set of frames from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// x is the horizontal direction of the device's right side at the first update.
  public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1)

  /// The same with yaw drift corrected by the magnetometer; on Linux the two do not differ.
  public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 2)

  /// x points to magnetic north.
  public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 4)

  /// x points to true north, which requires a position for the declination.
  public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 8)
}
