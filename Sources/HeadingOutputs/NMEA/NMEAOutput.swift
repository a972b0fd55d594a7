import HeadingEngine
package import HeadingRuntime
import HeadingSensing
package import HeadingStorage
package import Logging
import Synchronization

/// Sends updates as NMEA 0183 sentences over UDP, TCP or a serial line.
package struct NMEAOutput: HeadingOutput {
  package static let key = "nmea"

  private let configuration: NMEAConfiguration
  private let formatters: [NMEAFormatter]

  /// Creates an output of a configuration.
  init(_ configuration: NMEAConfiguration) {
    self.configuration = configuration
    formatters = configuration.sentences.compactMap(NMEAFormatter.init)
  }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = NMEAConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { configuration.destination.endpoint }

  /// Returns the sentences of an update, each ended by CR LF; empty if there is no valid value.
  func group(_ update: SolutionUpdate) -> String {
    let formatters =
      update.solution.isSimulated ? NMEAFormatter.simulated(formatters) : formatters
    return formatters.compactMap { $0.sentence(update, talker: configuration.talker)?.text }
      .joined()
  }

  package func run(on service: HeadingService, logger: Logger) async {
    let limit = Mutex(RateLimit(rate: configuration.rate))
    await configuration.destination.send("NMEA 0183", of: service, logger: logger) { update in
      guard limit.withLock({ $0.admits(update.solution.time.seconds) }) else { return [] }
      return Array(group(update).utf8)
    }
  }
}
