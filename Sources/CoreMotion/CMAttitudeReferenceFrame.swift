/// What an attitude is counted from; z is always up.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
  /// One bit a frame.
  public let rawValue: UInt

  /// Makes frames from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// x is where the device's right side pointed first.
  public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1)

  /// The same, kept from drifting by the magnetometer.
  public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 2)

  /// x is magnetic north.
  public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 4)

  /// x is true north.
  public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 8)
}
