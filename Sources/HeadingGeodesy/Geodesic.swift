public import HeadingGeometry

/// The shortest path between two places on the WGS 84 ellipsoid.
///
/// Solved by Karney's method with series of order 6: within 15 nm everywhere, for nearly antipodal
/// places too, where older methods do not converge. Heights play no part.
public struct Geodesic: Sendable, Hashable {
  /// Length of the path, m.
  public let distance: Double

  /// Direction of the path at its start, clockwise from true north, −180°…180°.
  ///
  /// At a pole it is counted from the meridian of the longitude given for the pole. Between
  /// coinciding places it is 0 (north); of several shortest paths it is that of one.
  public let initialAzimuth: Angle

  /// Direction of the path at its end, onward, clockwise from true north, −180°…180°.
  public let finalAzimuth: Angle
}

extension Coordinate {
  /// The length of the shortest path to another place along the WGS 84 ellipsoid, m.
  public func distance(to other: Coordinate) -> Double {
    Geodesic(from: self, to: other).distance
  }
}
