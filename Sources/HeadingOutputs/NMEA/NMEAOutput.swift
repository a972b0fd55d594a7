package import HeadingRuntime
package import HeadingStorage
package import Logging
import Synchronization

/// Sends updates as NMEA 0183 sentences over UDP, TCP or a serial line.
package struct NMEAOutput: HeadingOutput {
  package static let key = "nmea"

  private let configuration: NMEAConfiguration

  /// Creates an output of a configuration.
  init(_ configuration: NMEAConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = NMEAConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { configuration.destination.endpoint }

  package func run(on service: HeadingService, logger: Logger) async {
    let stream = Mutex(NMEAStream(configuration))
    await configuration.destination.link("NMEA 0183").send(of: service, logger: logger) { update in
      Array(stream.withLock { $0.group(update) }.utf8)
    }
  }
}
