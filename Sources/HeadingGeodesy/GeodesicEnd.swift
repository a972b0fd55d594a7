public import HeadingGeometry

/// Where a geodesic of given direction and length arrives.
public struct GeodesicEnd: Sendable, Hashable {
  /// The place.
  public let coordinate: Coordinate

  /// Direction of the path there, onward, clockwise from true north, −180°…180°.
  public let azimuth: Angle
}
