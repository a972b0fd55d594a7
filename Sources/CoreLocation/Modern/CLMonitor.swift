import HeadingAuthorization
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// Watches conditions under a name; what is watched outlives the program.
///
/// Of one name one monitor is open at a time: another of the same name is that one again, with its conditions,
/// and one reader of ``events`` takes over from the other. A condition is satisfied in its circle and unsatisfied
/// beyond its edge, each after 20 s there. Events wait until they are taken out of ``events``.
public actor CLMonitor {
  /// The monitor's name.
  public nonisolated let name: String

  /// What happens to the conditions.
  public let events: Events

  private let opened: OpenMonitors.Opened
  private let core: MonitorCore

  /// Opens the monitor of a name, with the conditions it had.
  public init(_ name: String) async {
    self.init(name, hub: .shared, center: .shared, folder: MonitorCore.folder)
  }

  init(_ name: String, hub: SensorHub, center: AuthorizationCenter, folder: URL?) {
    self.name = name
    opened = OpenMonitors.open(name, hub: hub, center: center, folder: folder)
    core = opened.core
    events = Events { [core] in core.stream() }
  }

  deinit { OpenMonitors.close(opened) }

  /// The names of the conditions.
  public var identifiers: [String] { core.identifiers }

  /// Watches a condition of which nothing is known yet; replaces one of the same name.
  public func add(_ condition: some CLCondition, identifier: String) {
    core.add(condition, identifier, .unknown)
  }

  /// Watches a condition that is taken to hold or not to hold at first; replaces one of the same name.
  public func add(
    _ condition: some CLCondition, identifier: String, assuming state: Event.State
  ) {
    core.add(condition, identifier, state)
  }

  /// Watches a condition no more.
  public func remove(_ identifier: String) { core.remove(identifier) }

  /// What is known of a condition; `nil` if it is not watched.
  public func record(for identifier: String) -> Record? { core.record(identifier) }
}
