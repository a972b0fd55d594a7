/// What a program is started for: the answer to the command `monitor`.
public struct MonitoringMessage: Sendable, Hashable, Codable {
  /// `monitoring`.
  public var kind: String

  /// How many regions are watched for it.
  public var regions: Int

  /// Whether significant changes of the place are.
  public var significantChanges: Bool

  /// Whether visits are.
  public var visits: Bool

  /// Whether it would be started now: it may know the place at any time, and the daemon can start programs.
  public var launches: Bool

  /// Makes a message.
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
