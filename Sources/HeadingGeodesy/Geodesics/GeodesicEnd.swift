public import HeadingGeometry

/// End of a geodesic of given azimuth and length.
public struct GeodesicEnd: Sendable, Hashable {
  /// The coordinate.
  public let coordinate: Coordinate

  /// Forward azimuth, clockwise from true north, −180°…180°.
  public let azimuth: Angle
}
