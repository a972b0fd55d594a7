package import HeadingProtocol

/// Every line of a daemon as an async sequence, see ``DaemonClient/lines``.
package struct ServerLines: AsyncSequence, Sendable {
  /// A line.
  package typealias Element = ServerLine

  /// Reason why the sequence failed.
  package typealias Failure = HeadingClientError

  let address: ServerAddress
  let security: ConnectionSecurity
  let opening: Opening
  // Time without a line that is put up with; `nil` for any.
  var timeout: Duration?

  /// Creates an iterator, which opens a new connection.
  package func makeAsyncIterator() -> Iterator {
    Iterator(address: address, security: security, opening: opening, timeout: timeout)
  }

  /// Iterator over one connection, opened by the first call.
  package struct Iterator: AsyncIteratorProtocol {
    private enum State {
      /// Nothing is opened yet.
      case idle
      /// Lines are coming.
      case open(ClientConnection, AsyncThrowingStream<ServerLine, any Error>.Iterator)
      /// An error was thrown or the task was cancelled.
      case over
    }

    private let address: ServerAddress
    private let security: ConnectionSecurity
    private let opening: Opening
    private let timeout: Duration?
    private var state = State.idle

    init(
      address: ServerAddress, security: ConnectionSecurity, opening: Opening, timeout: Duration?
    ) {
      self.address = address
      self.security = security
      self.opening = opening
      self.timeout = timeout
    }

    /// The next line.
    ///
    /// - Throws: The connection failed.
    package mutating func next() async throws(HeadingClientError) -> ServerLine? {
      try await next(isolation: #isolation)
    }

    /// The next line.
    ///
    /// - Throws: The connection failed.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HeadingClientError) -> ServerLine? {
      do {
        if case .idle = state {
          let connection = try await ClientConnection.open(
            address, security: security, opening: opening, timeout: timeout)
          state = .open(connection, connection.lines.makeAsyncIterator())
        }
        guard case .open(let connection, var lines) = state else { return nil }
        let line = try await lines.next(isolation: actor)
        state = line == nil ? .over : .open(connection, lines)
        return line
      } catch {
        state = .over
        if Task.isCancelled { return nil }
        throw HeadingClientError(error, at: address)
      }
    }
  }
}
