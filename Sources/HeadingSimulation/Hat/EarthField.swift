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

extension EarthField {
  /// The field of the Earth's tilted dipole, 10 % near the truth.
  ///
  /// The three coefficients of degree 1 of WMM2025 at epoch 2025.0, on a sphere.
  static func dipole(at place: Coordinate) -> EarthField {
    let colatitude = Angle(degrees: 90 - place.latitude)
    let longitude = Angle(degrees: place.longitude)
    let (g10, g11, h11) = (-29351.8e-9, -1410.8e-9, 4545.4e-9)
    let equatorial = g11 * longitude.cosine + h11 * longitude.sine
    let north = -g10 * colatitude.sine + equatorial * colatitude.cosine
    let east = g11 * longitude.sine - h11 * longitude.cosine
    let down = -2 * (g10 * colatitude.cosine + equatorial * colatitude.sine)
    return EarthField(vector: Vector3(east, north, -down))
  }
}
