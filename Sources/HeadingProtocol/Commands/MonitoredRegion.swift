/// A circle whose crossings a program wants to be started for.
public struct MonitoredRegion: Sendable, Hashable, Codable {
  /// The middle's latitude, degrees, positive north.
  public var latitude: Double

  /// The middle's longitude, degrees, positive east.
  public var longitude: Double

  /// The radius, m.
  public var radius: Double

  /// Whether going in counts.
  public var entry: Bool

  /// Whether going out counts.
  public var exit: Bool

  /// Makes a region.
  public init(latitude: Double, longitude: Double, radius: Double, entry: Bool, exit: Bool) {
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.entry = entry
    self.exit = exit
  }
}
