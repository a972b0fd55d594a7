/// The events for which a program is to be started.
public struct MonitoringRequest: Sendable, Hashable {
  /// The name of the registration; a program may have several.
  public var name: String

  /// The regions to monitor.
  public var regions: [MonitoredRegion]

  /// Whether significant changes of the position are monitored.
  public var significantChanges: Bool

  /// Whether visits are monitored.
  public var visits: Bool

  /// Creates a request.
  public init(
    name: String, regions: [MonitoredRegion] = [], significantChanges: Bool = false,
    visits: Bool = false
  ) {
    self.name = name
    self.regions = regions
    self.significantChanges = significantChanges
    self.visits = visits
  }
}
