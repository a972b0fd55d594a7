public import HeadingGeometry
import RealModule

/// The Earth's magnetic field at the simulated place: a vector in true ENU, T.
public struct EarthField: Sendable, Hashable {
  /// East, north and up components, T.
  public let vector: Vector3

  /// Makes a field from its components in true ENU, T.
  public init(vector: Vector3) { self.vector = vector }

  /// Makes a field from what field workers write down.
  ///
  /// - Parameters:
  ///   - strength: Total strength, T.
  ///   - declination: Of magnetic north from true north, positive east.
  ///   - inclination: Dip below the horizon, positive down.
  public init(strength: Double, declination: Angle, inclination: Angle) {
    let horizontal = strength * inclination.cosine
    vector = Vector3(
      horizontal * declination.sine, horizontal * declination.cosine,
      -strength * inclination.sine)
  }

  /// Direction of magnetic north from true north, positive east.
  public var declination: Angle { Angle(radians: Double.atan2(y: vector.x, x: vector.y)) }

  /// Dip below the horizon, positive down.
  public var inclination: Angle {
    Angle(radians: Double.atan2(y: -vector.z, x: horizontalStrength))
  }

  /// Total strength, T.
  public var strength: Double { vector.length }

  /// Strength of the horizontal part, the one a compass uses, T.
  public var horizontalStrength: Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
