import HeadingSystemd

/// Names of BlueZ's interface on the bus (org.bluez.Adapter(5), org.bluez.Device(5)).
enum BlueZ {
  static let name = "org.bluez"
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let monitorManager = "org.bluez.AdvertisementMonitorManager1"
  static let monitor = "org.bluez.AdvertisementMonitor1"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"

  /// All objects of BlueZ.
  static let root = MessageBus.Object(peer: name, path: "/", interface: objectManager)

  /// An adapter.
  struct Adapter: Sendable, Hashable {
    var path: String
    var isPowered = false
    /// Whether it can watch for advertisements by itself, without a discovery.
    var hasMonitors = false
  }

  /// The interfaces of an object with their properties, of `InterfacesAdded` and alike.
  static func interfaces(_ value: BusValue) -> [(name: String, properties: BusValue)] {
    value.pairs.compactMap { pair in pair.key.text.map { ($0, pair.value) } }
  }

  /// Whether monitors by patterns are supported.
  static func supportsPatterns(_ manager: BusValue) -> Bool {
    guard case .strings(let types) = manager["SupportedMonitorTypes"] else { return false }
    return types.contains("or_patterns")
  }
}
