import HeadingSystemd

/// The adapters of BlueZ.
struct BlueZAdapters {
  private var adapters: [String: BlueZ.Adapter] = [:]

  /// No adapters.
  init() {}

  /// Reads the answer to `GetManagedObjects`.
  init(_ answer: MessageBus.Body) {
    for (path, interfaces) in answer.values.first?.pairs ?? [] {
      if let path = path.text { take(BlueZ.interfaces(interfaces), of: path) }
    }
  }

  /// Whether there is an adapter, switched on or not.
  var isEmpty: Bool { adapters.isEmpty }

  /// The first adapter that is switched on.
  var first: BlueZ.Adapter? {
    adapters.values.filter(\.isPowered).min { $0.path < $1.path }
  }

  /// Takes interfaces of an object that are new, or properties that have changed.
  mutating func take(_ interfaces: [(name: String, properties: BusValue)], of path: String) {
    for (name, properties) in interfaces {
      switch name {
      case BlueZ.adapter:
        if case .bool(let isPowered) = properties["Powered"] {
          adapters[path, default: BlueZ.Adapter(path: path)].isPowered = isPowered
        }
      case BlueZ.monitorManager:
        adapters[path, default: BlueZ.Adapter(path: path)].hasMonitors =
          BlueZ.supportsPatterns(properties)
      default: break
      }
    }
  }

  /// Forgets an adapter.
  mutating func remove(_ path: String) { adapters[path] = nil }
}
