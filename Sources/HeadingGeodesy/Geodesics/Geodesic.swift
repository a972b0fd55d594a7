public import HeadingGeometry

/// The shortest path between two points on the WGS 84 ellipsoid.
///
/// Karney's method with series of order 6: accurate within 15 nm everywhere, including nearly
/// antipodal points, for which older methods do not converge. Heights are ignored.
public struct Geodesic: Sendable, Hashable {
  /// Length of the path, m.
  public let distance: Double

  /// Azimuth at the start, clockwise from true north, −180°…180°.
  ///
  /// At a pole it refers to the meridian of the longitude given for the pole. Between coinciding
  /// points it is 0 (north); of several shortest paths one is chosen.
  public let initialAzimuth: Angle

  /// Forward azimuth at the end, clockwise from true north, −180°…180°.
  public let finalAzimuth: Angle
}

extension Coordinate {
  /// Length of the shortest path to another point on the WGS 84 ellipsoid, m.
  public func distance(to other: Coordinate) -> Double {
    Geodesic(from: self, to: other).distance
  }
}
