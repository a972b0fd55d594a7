import HeadingEngine
package import HeadingRuntime
import HeadingSensing
package import HeadingStorage
package import Logging
import Synchronization

/// Sends updates as NMEA 0183 sentences over UDP, TCP or a serial line.
///
/// Only the newest group is queued for a slow peer; older ones are dropped.
package struct NMEAOutput: HeadingOutput {
  package static let key = "nmea"

  /// Delay before a failed destination is tried again.
  private static let retry = Duration.seconds(1)

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

  package var endpoint: OutputEndpoint {
    switch destination {
    case .udp(let host, _): .host(host)
    case .tcp(let address, _): .listener(address: address)
    case .serial: .local
    }
  }

  private var destination: NMEADestination { configuration.destination }

  /// Returns the sentences of an update, each ended by CR LF; empty if there is no valid value.
  func group(_ update: SolutionUpdate) -> String {
    let formatters =
      update.solution.isSimulated ? NMEAFormatter.simulated(formatters) : formatters
    return formatters.compactMap { $0.sentence(update, talker: configuration.talker)?.text }
      .joined()
  }

  package func run(on service: HeadingService, logger: Logger) async {
    var complaint = ""
    while !Task.isCancelled {
      let (groups, output) = AsyncStream.makeStream(
        of: String.self, bufferingPolicy: .bufferingNewest(1))
      var first = RateLimit()
      first.rate = configuration.rate
      let limit = Mutex(first)
      let token = service.subscribe { update in
        guard limit.withLock({ $0.admits(update.solution.time.seconds) }) else { return }
        let group = group(update)
        if !group.isEmpty { output.yield(group) }
      }
      do {
        try await transport.send(groups) {
          logger.info("NMEA 0183 goes to \(destination)")
        }
      } catch {
        let reason = "\(error)"
        if reason != complaint, !Task.isCancelled {
          logger.warning("NMEA 0183 cannot go to \(destination): \(reason); trying again")
        }
        complaint = reason
      }
      service.unsubscribe(token)
      do { try await Task.sleep(for: Self.retry) } catch { return }
    }
  }

  private var transport: any NMEATransport {
    switch destination {
    case .udp(let host, let port): DatagramTransport(host: host, port: port)
    case .tcp(let address, let port): ListeningTransport(address: address, port: port)
    case .serial(let device, let baud): SerialTransport(device: device, baud: baud)
    }
  }
}
