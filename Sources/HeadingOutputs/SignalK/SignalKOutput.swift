package import HeadingRuntime
package import HeadingStorage
package import Logging
import Synchronization

/// Sends updates as Signal K deltas to a server, or as lines over UDP, TCP or a serial line.
package struct SignalKOutput: HeadingOutput {
  package static let key = "signalk"

  /// The path of a server's stream; the output subscribes to nothing.
  private static let streamPath = "/signalk/v1/stream?subscribe=none"

  private let configuration: SignalKConfiguration

  /// Creates an output of a configuration.
  init(_ configuration: SignalKConfiguration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = SignalKConfiguration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint {
    switch configuration.destination {
    case .lines(let destination): destination.endpoint
    case .server(let address, _, _): .host(address.host)
    }
  }

  package func run(on service: HeadingService, logger: Logger) async {
    let stream = Mutex(SignalKStream(configuration))
    await link.send(of: service, logger: logger) { update in
      stream.withLock { $0.line(update) }
    }
  }

  private var link: OutputLink {
    switch configuration.destination {
    case .lines(let destination): destination.link("Signal K")
    case .server(let address, let tokenFile, let certificateAuthority):
      OutputLink(
        protocolName: "Signal K", destination: "\(address)",
        transport: WebSocketTransport(
          address: address, standardPath: Self.streamPath, tokenFile: tokenFile,
          certificateAuthority: certificateAuthority))
    }
  }
}
