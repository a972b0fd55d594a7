/// A direction in the horizontal plane, degrees clockwise from its reference north, 0 <= degrees <
/// 360.
///
/// The reference is part of the type, so that a magnetic heading cannot be used as a true one;
/// `converted(by:)` converts.
public struct Heading<North: NorthReference>: Sendable, Hashable {
  /// Degrees clockwise from north, 0 <= degrees < 360; NaN if made from one.
  public let degrees: Double

  /// Makes a heading from any number of degrees, wrapped to 0 <= degrees < 360.
  @inlinable
  public init(degrees: Double) {
    var reduced = degrees.truncatingRemainder(dividingBy: 360)
    if reduced < 0 { reduced += 360 }
    // A tiny negative number plus 360 rounds to 360 itself.
    self.degrees = reduced >= 360 ? 0 : reduced
  }

  /// Makes a heading from an angle clockwise from north.
  @inlinable
  public init(_ angle: Angle) { self.init(degrees: angle.degrees) }

  /// The heading as an angle clockwise from north, 0 <= angle < 2π.
  @inlinable
  public var angle: Angle { Angle(degrees: degrees) }

  /// The smaller angle from `other` to this heading, -180° < angle <= 180°, positive clockwise.
  @inlinable
  public func turn(from other: Heading) -> Angle {
    Angle(degrees: degrees - other.degrees).normalized
  }
}

extension Heading where North == MagneticNorth {
  /// The same direction relative to true north.
  ///
  /// - Parameter declination: Magnetic declination, positive where magnetic north lies east of true
  ///   north.
  /// - Returns: magnetic heading + declination.
  @inlinable
  public func converted(by declination: Angle) -> Heading<TrueNorth> {
    Heading<TrueNorth>(degrees: degrees + declination.degrees)
  }
}

extension Heading where North == TrueNorth {
  /// The same direction relative to magnetic north.
  ///
  /// - Parameter declination: Magnetic declination, positive where magnetic north lies east of true
  ///   north.
  /// - Returns: true heading - declination.
  @inlinable
  public func converted(by declination: Angle) -> Heading<MagneticNorth> {
    Heading<MagneticNorth>(degrees: degrees - declination.degrees)
  }

  /// The same direction relative to grid north.
  ///
  /// - Parameter convergence: Grid convergence, positive where grid north lies east of true north.
  /// - Returns: true heading - convergence.
  @inlinable
  public func gridHeading(convergence: Angle) -> Heading<GridNorth> {
    Heading<GridNorth>(degrees: degrees - convergence.degrees)
  }
}
