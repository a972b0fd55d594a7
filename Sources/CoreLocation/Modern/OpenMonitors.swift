import HeadingAuthorization
import HeadingLocationServices
import Synchronization

/// The program's open monitors, one per name.
enum OpenMonitors {
  /// The identity of a monitor.
  fileprivate struct Key: Hashable {
    let name: String
    let folder: URL?
    let hub: ObjectIdentifier
  }

  /// A reference to an open monitor.
  struct Opened: Sendable {
    fileprivate let key: Key
    let core: MonitorCore
  }

  private static let cores = Mutex<[Key: (core: MonitorCore, holders: Int)]>([:])

  /// Opens the monitor with a name, or returns a reference to the open one.
  static func open(
    _ name: String, hub: SensorHub, center: AuthorizationCenter, beacons: BeaconCenter,
    folder: URL?
  ) -> Opened {
    let key = Key(name: name, folder: folder, hub: ObjectIdentifier(hub))
    // The file is read under the lock, so that a concurrent second call finds the conditions.
    return cores.withLock { cores in
      if let (core, holders) = cores[key] {
        cores[key] = (core, holders + 1)
        return Opened(key: key, core: core)
      }
      let core = MonitorCore(
        name: name, hub: hub, center: center, beacons: beacons, folder: folder)
      core.open()
      cores[key] = (core, 1)
      return Opened(key: key, core: core)
    }
  }

  /// Releases a reference; the last one closes the monitor.
  static func close(_ opened: Opened) {
    cores.withLock { cores in
      guard let (core, holders) = cores[opened.key] else { return }
      cores[opened.key] = holders > 1 ? (core, holders - 1) : nil
      if holders == 1 { core.close() }
    }
  }
}
