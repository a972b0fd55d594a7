public import RealModule

/// A plane angle, stored in radians; degrees only for people and protocols.
///
/// An angle is not wrapped: 370° stays 370° until it is normalized. NaN in, NaN out.
public struct Angle: Sendable, Hashable {
  /// The angle in radians.
  public var radians: Double

  /// Makes an angle from radians.
  @inlinable
  public init(radians: Double) { self.radians = radians }

  /// Makes an angle from degrees.
  @inlinable
  public init(degrees: Double) { radians = degrees * (.pi / 180) }

  /// The angle in degrees.
  @inlinable
  public var degrees: Double { radians * (180 / .pi) }

  /// Zero.
  public static let zero = Angle(radians: 0)

  /// The same direction in -180° < angle <= 180°.
  @inlinable
  public var normalized: Angle {
    var reduced = radians.truncatingRemainder(dividingBy: 2 * .pi)
    if reduced > .pi { reduced -= 2 * .pi }
    if reduced <= -.pi { reduced += 2 * .pi }
    return Angle(radians: reduced)
  }

  /// The sine of the angle.
  @inlinable
  public var sine: Double { Double.sin(radians) }

  /// The cosine of the angle.
  @inlinable
  public var cosine: Double { Double.cos(radians) }

  /// The sum, not normalized.
  @inlinable
  public static func + (left: Angle, right: Angle) -> Angle {
    Angle(radians: left.radians + right.radians)
  }

  /// The difference, not normalized.
  @inlinable
  public static func - (left: Angle, right: Angle) -> Angle {
    Angle(radians: left.radians - right.radians)
  }

  /// The negative angle.
  @inlinable
  public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}

extension Angle: Comparable {
  /// Compares the values, not wrapped.
  @inlinable
  public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
}
