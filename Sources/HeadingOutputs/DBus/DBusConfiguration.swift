package import HeadingStorage
package import HeadingSystemd

/// Which objects are on which bus; an entry of the list `outputs.dbus`.
package struct DBusConfiguration: Sendable, Hashable {
  /// The bus.
  package var bus = MessageBus.Kind.system

  /// Whether the compass of iio-sensor-proxy's interface is served.
  package var servesSensorProxy = false

  /// The reference of that compass.
  package var north = OutputNorth.magnetic

  /// Whether the own interface tells position and motion over ground.
  package var tellsPlace = false

  /// Largest rate of signals, Hz.
  package var rate = 10.0

  /// The own interface on the system bus.
  package init() {}
}

extension DBusConfiguration {
  /// Reads an entry.
  package init?(_ section: ConfigurationSection) {
    self.init()
    let bus = section.text("bus") {
      MessageBus.Kind($0) == nil ? "'\($0)' is not system, session or unix:path=…" : nil
    }
    let north = section.choice("north", of: OutputNorth.allCases.map(\.rawValue))
    if let bus = bus.flatMap(MessageBus.Kind.init) { self.bus = bus }
    if let north = north.flatMap(OutputNorth.init) { self.north = north }
    if let servesSensorProxy = section.flag("sensor_proxy") {
      self.servesSensorProxy = servesSensorProxy
    }
    if let tellsPlace = section.flag("place") { self.tellsPlace = tellsPlace }
    if let rate = section.number("rate", 0.1...100, "Hz") { self.rate = rate }
    if section.has("north"), !servesSensorProxy {
      section.problem("north", "is of no use without `sensor_proxy: true`")
    }
  }
}
