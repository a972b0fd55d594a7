import HeadingRuntime
import HeadingStorage
import Logging
import NIOCore
import NIOPosix

/// A transport to one destination that is opened again after each loss.
struct OutputLink: Sendable {
  /// Delay before a failed destination is tried again.
  private static let retry = Duration.seconds(1)

  /// The name of the protocol in the log.
  let protocolName: String

  /// The destination in the notation of the configuration.
  let destination: String

  let transport: any OutputTransport

  /// The reason of an error in plain words.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: FileReason.text(errno: error.errnoCode)
    case let error as SocketAddressError.UnknownHost: "no host is called '\(error.host)'"
    case is NIOConnectionError: "nobody answers there"
    default: "\(error)"
    }
  }

  /// Sends what is made of each update until the task is cancelled.
  ///
  /// Only the newest group is queued for a slow peer; older ones are dropped.
  ///
  /// - Parameters:
  ///   - service: The service whose updates are sent.
  ///   - logger: Gets the destination, and each new reason why it cannot be used.
  ///   - group: Makes the bytes of an update; nothing is sent for an empty array.
  func send(
    of service: HeadingService, logger: Logger,
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
        try await transport.send(groups) { logger.info("\(protocolName) goes to \(destination)") }
        complaint = ""
      } catch {
        let reason = Self.reason(error)
        if reason != complaint, !Task.isCancelled {
          logger.warning(
            "\(protocolName) cannot go to \(destination): \(reason); trying again")
        }
        complaint = reason
      }
      service.unsubscribe(token)
      do { try await Task.sleep(for: Self.retry) } catch { return }
    }
  }
}
