/// A position on the WGS 84 ellipsoid: geodetic latitude and longitude.
public struct Coordinate: Sendable, Hashable {
  /// Geodetic latitude in degrees, −90…90, positive north.
  public let latitude: Double

  /// Longitude in degrees, −180…180, positive east.
  public let longitude: Double

  /// Makes a coordinate; `nil` if the latitude is outside −90…90 or a number is not finite.
  ///
  /// A longitude outside −180…180 is wrapped.
  @inlinable
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude.isFinite else { return nil }
    self.latitude = latitude
    self.longitude =
      abs(longitude) <= 180 ? longitude : Angle(degrees: longitude).normalized.degrees
  }
}
