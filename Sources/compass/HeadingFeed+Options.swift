import HeadingArguments
import HeadingRuntime

extension HeadingFeed {
  /// The daemon's stream, or that of the sensors themselves, as the options say.
  static func chosen(sensors: SensorOptions, daemon: DaemonOptions) throws -> HeadingFeed {
    if let client = try daemon.client(unless: sensors) { return HeadingFeed(client) }
    let opened = try sensors.open(waits: false)
    return HeadingFeed(name: opened.name, service: opened.service, sources: opened.sources)
  }
}
