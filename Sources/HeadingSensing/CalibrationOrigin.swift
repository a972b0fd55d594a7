public import HeadingGeometry

/// When, where and how warm it was when a calibration was made: what its error grows with.
///
/// What is `nil` was not noted, and nothing grows with it.
public struct CalibrationOrigin: Sendable, Hashable {
  /// When it was made.
  public var created: UniversalTime?

  /// Where it was made.
  public var coordinate: Coordinate?

  /// Strength of the field there, T; if it or the inclination is `nil`, the magnetic model tells both.
  public var fieldStrength: Double?

  /// Inclination of the field there, positive down.
  public var inclination: Angle?

  /// The chip's temperatures while it was made, K.
  public var temperatures: ClosedRange<Double>?

  /// Makes an origin of which nothing is known.
  public init() {}
}
