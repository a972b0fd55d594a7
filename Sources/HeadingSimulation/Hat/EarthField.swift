public import HeadingGeometry
import RealModule

/// The Earth's magnetic field at the simulated place: a vector in true ENU, T.
public struct EarthField: Sendable, Hashable {
  /// East, north and up components, T.
  public let vector: Vector3

  /// Creates a field from its components in true ENU, T.
  public init(vector: Vector3) { self.vector = vector }

  /// Creates a field from its strength and angles.
  ///
  /// - Parameters:
  ///   - strength: Total strength, T.
  ///   - declination: Angle from true north to magnetic north, positive east.
  ///   - inclination: Angle below the horizontal, positive down.
  public init(strength: Double, declination: Angle, inclination: Angle) {
    let horizontal = strength * inclination.cosine
    vector = Vector3(
      horizontal * declination.sine, horizontal * declination.cosine,
      -strength * inclination.sine)
  }

  /// Angle from true north to magnetic north, positive east.
  public var declination: Angle { Angle(radians: Double.atan2(y: vector.x, x: vector.y)) }

  /// Angle of the field below the horizontal, positive down.
  public var inclination: Angle {
    Angle(radians: Double.atan2(y: -vector.z, x: horizontalStrength))
  }

  /// Total strength, T.
  public var strength: Double { vector.length }

  /// Strength of the horizontal component, T.
  public var horizontalStrength: Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
