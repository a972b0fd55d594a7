import HeadingArguments
import HeadingRuntime

extension HeadingFeed {
  /// Selects the daemon's stream or the local sensors by the options.
  ///
  /// - Parameters:
  ///   - sensors: The sensor options.
  ///   - daemon: The daemon options.
  ///   - absence: The behaviour without sensors.
  /// - Returns: The feed, not yet running.
  /// - Throws: The exit status if there is no source, after a message.
  static func chosen(
    sensors: SensorOptions, daemon: DaemonOptions, absence: MissingSensorPolicy = .isAnError
  ) async throws -> HeadingFeed {
    if let client = try await daemon.client(unless: sensors) { return HeadingFeed(client) }
    let opened = try sensors.configured().open(absence: absence)
    return HeadingFeed(name: opened.name, service: opened.service, sources: opened.sources)
  }
}
