import HeadingRuntime
import Logging

extension OutputDestination {
  /// Delay before a failed destination is tried again.
  private static let retry = Duration.seconds(1)

  /// Sends what is made of each update until the task is cancelled; reopens a lost destination.
  ///
  /// Only the newest group is queued for a slow peer; older ones are dropped.
  ///
  /// - Parameters:
  ///   - protocolName: The name of the protocol in the log.
  ///   - service: The service whose updates are sent.
  ///   - logger: Gets the destination, and each new reason why it cannot be used.
  ///   - group: Makes the bytes of an update; nothing is sent for an empty array.
  func send(
    _ protocolName: String, of service: HeadingService, logger: Logger,
    _ group: @escaping @Sendable (SolutionUpdate) -> [UInt8]
  ) async {
    var complaint = ""
    while !Task.isCancelled {
      let (groups, output) = AsyncStream.makeStream(
        of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
      let token = service.subscribe { update in
        let bytes = group(update)
        if !bytes.isEmpty { output.yield(bytes) }
      }
      do {
        try await transport.send(groups) { logger.info("\(protocolName) goes to \(self)") }
      } catch {
        let reason = "\(error)"
        if reason != complaint, !Task.isCancelled {
          logger.warning("\(protocolName) cannot go to \(self): \(reason); trying again")
        }
        complaint = reason
      }
      service.unsubscribe(token)
      do { try await Task.sleep(for: Self.retry) } catch { return }
    }
  }

  private var transport: any OutputTransport {
    switch self {
    case .udp(let host, let port, let interface):
      DatagramTransport(host: host, port: port, interface: interface)
    case .tcp(let address, let port): ListeningTransport(address: address, port: port)
    case .serial(let device, let baud): SerialTransport(device: device, baud: baud)
    }
  }
}
