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
    guard let news = Newest<BusState>() else {
      return logger.warning("no D-Bus: no pipe can be had")
    }
    let publisher = BusPublisher(
      kind: configuration.bus, name: name, objects: objects, news: news, logger: logger)
    // sd-bus blocks, so it has a thread.
    let isStarted = await news.follow(
      service, limit: RateLimit(rate: configuration.rate), { BusState($0) },
      on: { publisher.run() })
    if !isStarted { logger.warning("no D-Bus: no thread can be had") }
  }
}
