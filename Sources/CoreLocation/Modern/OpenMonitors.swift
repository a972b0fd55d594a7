import HeadingAuthorization
import HeadingLocationServices
import Synchronization

/// The monitors that are open in this program, each once.
enum OpenMonitors {
  /// What makes two monitors the same.
  fileprivate struct Key: Hashable {
    let name: String
    let folder: URL?
    let hub: ObjectIdentifier
  }

  /// A monitor's share in what is open under its name.
  struct Opened: Sendable {
    fileprivate let key: Key
    let core: MonitorCore
  }

  private static let cores = Mutex<[Key: (core: MonitorCore, holders: Int)]>([:])

  /// Opens what is kept under a name; what is open already is shared.
  static func open(_ name: String, hub: SensorHub, center: AuthorizationCenter, folder: URL?)
    -> Opened
  {
    let key = Key(name: name, folder: folder, hub: ObjectIdentifier(hub))
    // Read under the lock: who comes second finds what was kept.
    return cores.withLock { cores in
      if let (core, holders) = cores[key] {
        cores[key] = (core, holders + 1)
        return Opened(key: key, core: core)
      }
      let core = MonitorCore(name: name, hub: hub, center: center, folder: folder)
      core.open()
      cores[key] = (core, 1)
      return Opened(key: key, core: core)
    }
  }

  /// Gives a share back; with the last one the monitor is closed.
  static func close(_ opened: Opened) {
    cores.withLock { cores in
      guard let (core, holders) = cores[opened.key] else { return }
      cores[opened.key] = holders > 1 ? (core, holders - 1) : nil
      if holders == 1 { core.close() }
    }
  }
}
