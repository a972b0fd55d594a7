import HeadingArguments
import HeadingRuntime

extension HeadingFeed {
  /// The daemon's stream, or that of the sensors themselves, as the options say.
  ///
  /// - Parameters:
  ///   - sensors: The sensors that were asked for.
  ///   - daemon: The daemon that was asked for.
  ///   - absence: What takes the place of sensors that are not there.
  /// - Returns: The feed, not yet running.
  /// - Throws: Why there is nothing to show, after a sentence about it.
  static func chosen(
    sensors: SensorOptions, daemon: DaemonOptions, absence: SensorAbsence = .isAnError
  ) throws -> HeadingFeed {
    if let client = try daemon.client(unless: sensors) { return HeadingFeed(client) }
    let opened = try sensors.configured().open(absence: absence)
    return HeadingFeed(name: opened.name, service: opened.service, sources: opened.sources)
  }
}
