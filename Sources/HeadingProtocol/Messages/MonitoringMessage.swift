/// Events for which a program is started: the answer to the command `monitor`.
public struct MonitoringMessage: Sendable, Hashable, Codable {
  /// `monitoring`.
  public var kind: String

  /// Number of regions monitored for it.
  public var regions: Int

  /// Whether significant changes of the position are monitored.
  public var significantChanges: Bool

  /// Whether visits are monitored.
  public var visits: Bool

  /// Whether it would be started now: it is authorized for `always`, and the daemon can start
  /// programs.
  public var launches: Bool

  /// Creates a message.
  public init(regions: Int, significantChanges: Bool, visits: Bool, launches: Bool) {
    kind = LineClass.monitoring.rawValue
    self.regions = regions
    self.significantChanges = significantChanges
    self.visits = visits
    self.launches = launches
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case regions, visits, launches
    case significantChanges = "significant_changes"
  }
}
