/// Every line of a daemon as an async sequence, see ``HeadingClient/lines``.
public struct ServerLines: AsyncSequence, Sendable {
  /// A line.
  public typealias Element = ServerLine

  /// Reason why the sequence failed.
  public typealias Failure = HeadingClientError

  let address: ServerAddress
  let opening: Opening

  /// Creates an iterator, which opens a new connection.
  public func makeAsyncIterator() -> Iterator { Iterator(address: address, opening: opening) }

  /// Iterator over one connection, opened by the first call.
  public struct Iterator: AsyncIteratorProtocol {
    private enum State {
      /// Nothing is opened yet.
      case idle
      /// The connection is open.
      case open(ClientConnection, AsyncThrowingStream<ServerLine, any Error>.Iterator)
      /// An error was thrown or the task was cancelled.
      case over
    }

    private let address: ServerAddress
    private let opening: Opening
    private var state = State.idle

    init(address: ServerAddress, opening: Opening) {
      self.address = address
      self.opening = opening
    }

    /// The next line.
    ///
    /// - Throws: The connection failed.
    public mutating func next() async throws(HeadingClientError) -> ServerLine? {
      try await next(isolation: #isolation)
    }

    /// The next line.
    ///
    /// - Throws: The connection failed.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HeadingClientError) -> ServerLine? {
      do {
        if case .idle = state {
          let connection = try await ClientConnection.open(address, opening: opening)
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
