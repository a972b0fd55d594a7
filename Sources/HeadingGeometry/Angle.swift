public import RealModule

/// A plane angle; radians inside, degrees only where people or protocols read them.
///
/// An angle is a number on the line, not on the circle: 370° stays 370° until it is normalized.
/// Not a number in, not a number out.
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

  /// The angle of no turn.
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

  /// The opposite turn.
  @inlinable
  public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}

extension Angle: Comparable {
  /// Compares as numbers on the line.
  @inlinable
  public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
}
