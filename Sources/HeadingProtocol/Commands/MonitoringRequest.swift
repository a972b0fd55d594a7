/// The events a program asks to be started for.
public struct MonitoringRequest: Sendable, Hashable {
  /// The name of the registration; a program may have several.
  public var name: String

  /// The circles whose crossings count.
  public var regions: [MonitoredRegion]

  /// Whether significant changes of the position count.
  public var significantChanges: Bool

  /// Whether visits count.
  public var visits: Bool

  /// Makes a request.
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
