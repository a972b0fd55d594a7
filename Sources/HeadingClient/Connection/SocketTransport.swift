import HeadingSystem

/// Unencrypted connections, over Unix sockets and TCP.
struct SocketTransport {
  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - makeSession: Makes the session, on the thread that uses it.
  /// - Returns: The connection.
  func connect(
    to address: ServerAddress,
    _ makeSession: @escaping @Sendable (any ClientChannel) -> ClientSession
  ) -> any ClientChannel {
    let destination: StreamDestination =
      switch address {
      case .socket(let path): .path(path)
      case .host(let host, let port): .host(host, port: port)
      }
    let channel = Channel(connection: StreamConnection(to: destination))
    channel.connection.start { Handler(makeSession(channel), address) }
    return channel
  }

  private struct Channel: ClientChannel {
    let connection: StreamConnection

    func send(_ bytes: [UInt8]) { connection.send(bytes) }
    func close() { connection.close() }
  }

  /// Passes the events of a connection to its session.
  private final class Handler: StreamHandler {
    private let session: ClientSession
    private let address: ServerAddress

    init(_ session: ClientSession, _ address: ServerAddress) {
      self.session = session
      self.address = address
    }

    var deadline: SuspendingClock.Instant? { session.deadline }

    func opened() { session.opened() }
    func received(_ bytes: ArraySlice<UInt8>) { session.received(bytes) }
    func deadlinePassed() { session.deadlinePassed() }

    func ended(_ failure: StreamFailure?) {
      guard let failure, failure != .closed else { return session.closed() }
      session.failed(HeadingClientError(failure, at: address))
    }
  }
}
