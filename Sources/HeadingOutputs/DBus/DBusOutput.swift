package import HeadingRuntime
package import HeadingStorage
package import Logging

/// Serves updates on D-Bus: an interface of this program, and the compass of iio-sensor-proxy's.
package struct DBusOutput: HeadingOutput {
  package static let key = "dbus"

  private let configuration: DBusConfiguration

  /// Creates an output of a configuration.
  init(_ configuration: DBusConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = DBusConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { .local }

  package func run(on service: HeadingService, logger: Logger) async {
    await withTaskGroup { group in
      for (name, objects) in names {
        group.addTask { await serve(name, objects, of: service, logger: logger) }
      }
    }
  }

  /// The names with their objects.
  private var names: [(name: String, objects: [BusObject])] {
    let own = (HeadingObject.name, [HeadingObject.object(hasPlace: configuration.tellsPlace)])
    guard configuration.servesSensorProxy else { return [own] }
    return [own, (SensorProxyObjects.name, SensorProxyObjects.all(north: configuration.north))]
  }

  private func serve(
    _ name: String, _ objects: [BusObject], of service: HeadingService, logger: Logger
  ) async {
    let bus = configuration.bus
    // sd-bus blocks, so it has a thread.
    await Newest.follow(
      service, for: "D-Bus", limit: RateLimit(rate: configuration.rate), logger: logger,
      { BusState($0) },
      on: { news in
        BusPublisher(kind: bus, name: name, objects: objects, news: news, logger: logger).run()
      })
  }
}
