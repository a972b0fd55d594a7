import HeadingMAVLink
package import HeadingRuntime
package import HeadingStorage
package import Logging
import Synchronization

/// Sends updates as MAVLink 2 messages over UDP, TCP or a serial line.
package struct MAVLinkOutput: HeadingOutput {
  package static let key = "mavlink"

  private let configuration: MAVLinkConfiguration

  /// Creates an output of a configuration.
  init(_ configuration: MAVLinkConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = MAVLinkConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { configuration.destination.endpoint }

  package func run(on service: HeadingService, logger: Logger) async {
    let signer = configuration.signing?.signer(clock: .shared) { logger.warning("\($0)") }
    let stream = Mutex(MAVLinkStream(configuration, signer: signer))
    await configuration.destination.link("MAVLink").send(of: service, logger: logger) { update in
      stream.withLock { $0.group(update) }
    }
  }
}
