/// The robots of a fleet, of which a broker tells.
package struct FleetBoard: Sendable {
  /// Robots that are kept; further ones are only counted.
  package static let limit = 100_000

  /// Longest name that is kept, bytes.
  private static let longestName = 128

  private let prefix: String
  private var robots: [String: FleetRobot] = [:]

  /// Messages of robots for which there was no room, or whose name is too long.
  package private(set) var ignored = 0

  /// Whether a message has come that the broker had kept.
  package private(set) var hasKept = false

  /// Creates an empty board for the topics below a prefix.
  package init(prefix: String) { self.prefix = prefix }

  /// The number of robots.
  package var count: Int { robots.count }

  /// The topics to subscribe to.
  package var filters: [String] {
    ["state", "state/cbor", "availability"].map { "\(prefix)/+/\($0)" }
  }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - topic: Its topic.
  ///   - payload: Its content.
  ///   - isKept: Whether the broker had kept it.
  ///   - now: The moment of its arrival.
  /// - Returns: The robot that it is about; `nil` if it is about none.
  package mutating func take(
    topic: String, payload: [UInt8], isKept: Bool, at now: FleetRobot.Moment
  ) -> FleetRobot? {
    guard let key = key(of: topic) else { return nil }
    let kind = topic.dropFirst(prefix.count + 1 + key.count)
    hasKept = hasKept || isKept
    guard key.utf8.count <= Self.longestName, robots[key] != nil || robots.count < Self.limit
    else {
      ignored += 1
      return nil
    }
    // An empty message is how a broker forgets a robot that has gone for good.
    if payload.isEmpty {
      robots[key] = nil
      return nil
    }
    var robot = robots[key] ?? FleetRobot(name: FleetState.short(key))
    switch kind {
    case "/availability":
      switch payload {
      case Array("online".utf8): robot.isOnline = true
      case Array("offline".utf8): robot.isOnline = false
      default: robot.isUnreadable = true
      }
    case "/state", "/state/cbor":
      robot.state = FleetState(payload, isCompact: kind == "/state/cbor")
      robot.isUnreadable = robot.state == nil
      (robot.isKept, robot.arrival) = (isKept, now.seconds)
    default: return nil
    }
    robots[key] = robot
    return robot
  }

  /// The robots whose trouble has changed since they were told here last, in no order.
  package mutating func changes(at now: FleetRobot.Moment) -> [FleetRobot] {
    let changed = robots.filter { $0.value.trouble(at: now) != $0.value.told }
    for (key, robot) in changed { robots[key]?.told = robot.trouble(at: now) }
    return changed.map { $0.value }
  }

  /// The robot's name in a topic.
  private func key(of topic: String) -> String? {
    guard topic.hasPrefix(prefix + "/") else { return nil }
    let rest = topic.dropFirst(prefix.count + 1)
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex else { return nil }
    return String(rest[..<slash])
  }

  /// The number of robots by their trouble.
  package func counts(at now: FleetRobot.Moment) -> [FleetTrouble: Int] {
    robots.values.reduce(into: [:]) { $0[$1.trouble(at: now), default: 0] += 1 }
  }

  /// The robots, the worst first: by trouble, then by the largest error, then by name.
  package func sorted(at now: FleetRobot.Moment) -> [FleetRobot] {
    robots.values
      .map { (robot: $0, trouble: $0.trouble(at: now), error: $0.state?.headingAccuracy ?? 360) }
      .sorted { left, right in
        if left.trouble != right.trouble { return left.trouble < right.trouble }
        if left.error != right.error { return left.error > right.error }
        return left.robot.name < right.robot.name
      }
      .map { $0.robot }
  }
}
