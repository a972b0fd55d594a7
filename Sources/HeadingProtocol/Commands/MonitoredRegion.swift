/// Circular region; a program can be started when the device enters or leaves it.
public struct MonitoredRegion: Sendable, Hashable, Codable {
  /// Latitude of the centre, degrees, positive north.
  public var latitude: Double

  /// Longitude of the centre, degrees, positive east.
  public var longitude: Double

  /// Radius, m.
  public var radius: Double

  /// Whether entering is reported.
  public var entry: Bool

  /// Whether leaving is reported.
  public var exit: Bool

  /// Creates a region.
  public init(latitude: Double, longitude: Double, radius: Double, entry: Bool, exit: Bool) {
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.entry = entry
    self.exit = exit
  }
}
