/// The ellipsoid of the World Geodetic System 1984 (NGA.STND.0036).
public enum WGS84 {
  /// Equatorial radius a, m; a defining constant.
  public static var semiMajorAxis: Double {
    @inlinable get { 6_378_137 }
  }

  /// Flattening f = (a − b) / a; a defining constant.
  public static var flattening: Double {
    @inlinable get { 1 / 298.257223563 }
  }

  /// Polar radius b = a (1 − f), m.
  public static var semiMinorAxis: Double {
    @inlinable get { semiMajorAxis * (1 - flattening) }
  }

  /// First eccentricity squared, e² = f (2 − f).
  public static var squaredEccentricity: Double {
    @inlinable get { flattening * (2 - flattening) }
  }

  /// Second eccentricity squared, e′² = e² / (1 − e²).
  public static var squaredSecondEccentricity: Double {
    @inlinable get { squaredEccentricity / (1 - squaredEccentricity) }
  }

  /// Third flattening n = f / (2 − f).
  public static var thirdFlattening: Double {
    @inlinable get { flattening / (2 - flattening) }
  }
}
