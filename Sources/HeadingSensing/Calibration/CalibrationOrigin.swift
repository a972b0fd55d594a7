public import HeadingGeometry

/// Date, place and temperatures of a calibration, on which its error growth depends.
///
/// A `nil` value was not recorded, and causes no error growth.
public struct CalibrationOrigin: Sendable, Hashable {
  /// When it was made.
  public var created: UniversalTime?

  /// Where it was made.
  public var coordinate: Coordinate?

  /// Field strength there, T; if it or the inclination is `nil`, the magnetic model gives both.
  public var fieldStrength: Double?

  /// Inclination of the field there, positive down.
  public var inclination: Angle?

  /// The chip's temperatures during the calibration, K.
  public var temperatures: ClosedRange<Double>?

  /// Creates an origin without data.
  public init() {}
}
