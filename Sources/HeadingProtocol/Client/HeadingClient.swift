/// A daemon's updates as an async sequence; iterating connects, leaving the loop hangs up.
///
/// ```swift
/// for try await message in HeadingClient(.socket("/run/headingd/headingd.sock")) {
///   print(message.magneticHeading ?? .nan)
/// }
/// ```
///
/// A reader that is slower than the daemon finds the newest update, never an old backlog. The
/// sequence never ends by itself: it throws when the connection is lost, and a new iteration
/// connects anew. It ends without an error only when the task is cancelled.
public struct HeadingClient: AsyncSequence, Sendable {
  /// An update.
  public typealias Element = SolutionMessage

  /// Why there are no more.
  public typealias Failure = HeadingClientError

  /// Where the daemon listens.
  public var address: ServerAddress

  /// Sent after the greeting; `nil` to take the stream as it comes.
  public var request: Request?

  /// Makes a client; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - address: Where the daemon listens.
  ///   - request: What to ask for.
  public init(_ address: ServerAddress, request: Request? = nil) {
    self.address = address
    self.request = request
  }

  /// Every line of the daemon, the greeting and the counts of missed updates included.
  public var lines: ServerLines {
    ServerLines(address: address, opening: request.map { .request($0) } ?? .nothing)
  }

  /// Starts over with a new connection.
  public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

  /// One connection.
  public struct Iterator: AsyncIteratorProtocol {
    var lines: ServerLines.Iterator

    /// The next update.
    ///
    /// - Throws: Why there are no more.
    public mutating func next() async throws(HeadingClientError) -> SolutionMessage? {
      try await next(isolation: #isolation)
    }

    /// The next update.
    ///
    /// - Throws: Why there are no more.
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
