/// The persistent form of a region.
protocol MonitoredValues: Sendable {
  var identifier: String { get }
  /// The region.
  var monitored: CLRegion { get }
}

/// The persistent form of a circular region.
struct RegionValues: MonitoredValues, Hashable, Codable {
  var identifier: String
  var latitude: Double
  var longitude: Double
  var radius: Double
  var notifyOnEntry: Bool
  var notifyOnExit: Bool

  init(_ region: CLCircularRegion) {
    identifier = region.identifier
    latitude = region.center.latitude
    longitude = region.center.longitude
    radius = region.radius
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
  }

  var monitored: CLRegion { region }

  var region: CLCircularRegion {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: radius,
      identifier: identifier)
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    return region
  }
}
