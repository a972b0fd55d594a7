/// A daemon's updates as an async sequence; iterating connects, leaving the loop disconnects.
///
/// ```swift
/// for try await message in HeadingClient(.socket("/run/headingd/headingd.sock")) {
///   print(message.magneticHeading ?? .nan)
/// }
/// ```
///
/// A reader that is slower than the daemon gets the newest update instead of a backlog. The
/// sequence throws when the connection is lost; a new iteration connects again. It ends without an
/// error only when the task is cancelled.
public struct HeadingClient: AsyncSequence, Sendable {
  /// An update.
  public typealias Element = SolutionMessage

  /// Reason why the sequence failed.
  public typealias Failure = HeadingClientError

  /// Address of the daemon.
  public var address: ServerAddress

  /// Request sent after the greeting; `nil` for none.
  public var request: Request?

  /// Creates a client; opens nothing yet.
  ///
  /// - Parameters:
  ///   - address: Address of the daemon.
  ///   - request: The request to send.
  public init(_ address: ServerAddress, request: Request? = nil) {
    self.address = address
    self.request = request
  }

  /// Every line of the daemon, including the greeting and the counts of missed updates.
  public var lines: ServerLines {
    ServerLines(address: address, opening: request.map { .request($0) } ?? .nothing)
  }

  /// Creates an iterator, which opens a new connection.
  public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

  /// Iterator over one connection.
  public struct Iterator: AsyncIteratorProtocol {
    var lines: ServerLines.Iterator

    /// The next update.
    ///
    /// - Throws: The connection failed.
    public mutating func next() async throws(HeadingClientError) -> SolutionMessage? {
      try await next(isolation: #isolation)
    }

    /// The next update.
    ///
    /// - Throws: The connection failed.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HeadingClientError) -> SolutionMessage? {
      while let line = try await lines.next(isolation: actor) {
        if case .update(let message) = line { return message }
      }
      return nil
    }
  }
}
