import HeadingEngine
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging
import Synchronization

/// Sends updates as NMEA 0183 sentences over UDP, TCP or a serial line.
///
/// Only the newest group is queued for a slow peer; older ones are dropped.
struct NMEAOutput: ServiceOutput {
  /// Delay before a failed destination is tried again.
  private static let retry = Duration.seconds(1)

  let destination: NMEADestination
  private let rate: Double
  private let talker: String
  private let formatters: [NMEAFormatter]

  init(_ configuration: NMEAConfiguration) {
    destination = configuration.destination
    rate = configuration.rate
    talker = configuration.talker
    formatters = configuration.sentences.compactMap(NMEAFormatter.init)
  }

  /// Returns the sentences of an update, each ended by CR LF; empty if there is no valid value.
  func group(_ update: SolutionUpdate) -> String {
    let formatters =
      update.solution.isSimulated ? NMEAFormatter.simulated(formatters) : formatters
    return formatters.compactMap { $0.sentence(update, talker: talker)?.text }.joined()
  }

  func run(on service: HeadingService, logger: Logger) async {
    var complaint = ""
    while !Task.isCancelled {
      let (groups, output) = AsyncStream.makeStream(
        of: String.self, bufferingPolicy: .bufferingNewest(1))
      var first = RateLimit()
      first.rate = rate
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
