import HeadingAuthorization
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// Monitors up to 20 conditions, which persist under the monitor's name.
///
/// Monitors of the same name in a program share their conditions and events; a new reader of
/// ``events`` replaces the earlier one. The first position sets a condition's state. After that a
/// circle becomes satisfied after 20 s inside, and unsatisfied after 20 s beyond its edge by more
/// than twice the accuracy (20 m to 200 m). A beacon condition becomes satisfied with the first
/// advertisement, and unsatisfied after 30 s without one. The newest 100 events wait for a reader.
public actor CLMonitor {
  /// The monitor's name.
  public nonisolated let name: String

  /// The changes of the conditions' states.
  public let events: Events

  private let opened: OpenMonitors.Opened
  private let core: MonitorCore

  /// Opens the monitor with a name, with its saved conditions.
  public init(_ name: String) async {
    self.init(
      name, hub: .shared, center: .shared, beacons: .shared, folder: MonitorCore.folder)
  }

  init(
    _ name: String, hub: SensorHub, center: AuthorizationCenter, beacons: BeaconCenter = .shared,
    folder: URL?
  ) {
    self.name = name
    opened = OpenMonitors.open(
      name, hub: hub, center: center, beacons: beacons, folder: folder)
    core = opened.core
    events = Events { [core] in core.stream() }
  }

  deinit { OpenMonitors.close(opened) }

  /// The identifiers of the conditions, sorted.
  public var identifiers: [String] { core.identifiers }

  /// Adds a condition in an unknown state; replaces one with the same identifier.
  public func add(_ condition: some CLCondition, identifier: String) {
    core.add(condition, identifier, .unknown)
  }

  /// Adds a condition in an assumed state; replaces one with the same identifier.
  public func add(
    _ condition: some CLCondition, identifier: String, assuming state: Event.State
  ) {
    core.add(condition, identifier, state)
  }

  /// Removes a condition.
  public func remove(_ identifier: String) { core.remove(identifier) }

  /// Returns a condition and its state; `nil` for an unknown identifier.
  public func record(for identifier: String) -> Record? { core.record(identifier) }
}
