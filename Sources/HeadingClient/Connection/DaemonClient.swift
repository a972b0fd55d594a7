package import HeadingProtocol

/// A daemon's lines as messages of the wire, for this project's own programs; ``HeadingClient`` is
/// the public interface.
package struct DaemonClient: Sendable {
  /// Where the daemon listens.
  package var address: ServerAddress

  /// How connections to a host are protected.
  package var security: ConnectionSecurity

  /// Sent after the greeting; `nil` to take the stream as it comes.
  package var request: Request?

  /// Creates a client; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - address: Where the daemon listens.
  ///   - security: How connections to a host are protected.
  ///   - request: What to ask for.
  package init(
    _ address: ServerAddress, security: ConnectionSecurity = ConnectionSecurity(),
    request: Request? = nil
  ) {
    self.address = address
    self.security = security
    self.request = request
  }

  /// Every line of the daemon, the greeting and the counts of missed updates included.
  ///
  /// Iterating connects, leaving the loop disconnects. A reader that is slower than the daemon gets
  /// the newest update, never an old backlog. The sequence throws when the connection is lost, and
  /// a new iteration connects anew; it ends without an error only when the task is cancelled.
  package var lines: ServerLines { lines(timeout: nil) }

  /// Every line of the daemon, with a limit on the time between two lines.
  ///
  /// - Parameter timeout: Time without a line after which iterating throws
  ///   ``HeadingClientError/silent(_:)``; `nil` for no limit.
  /// - Returns: The lines.
  package func lines(timeout: Duration?) -> ServerLines {
    ServerLines(
      address: address, security: security, opening: request.map { .request($0) } ?? .nothing,
      timeout: timeout)
  }
}
