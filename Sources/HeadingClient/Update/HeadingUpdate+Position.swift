extension HeadingUpdate {
  /// A position on the WGS 84 ellipsoid.
  public struct Position: Sendable, Hashable {
    /// Geodetic latitude, degrees, −90 to 90, positive north.
    public var latitude: Double

    /// Longitude, degrees, −180 to 180, positive east.
    public var longitude: Double

    /// Radius, m, that holds the position with 68 % probability; `nil` if it is not known.
    public var accuracy: Double?
  }
}
