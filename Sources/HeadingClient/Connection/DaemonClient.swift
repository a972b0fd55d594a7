package import HeadingProtocol

/// A daemon's updates as messages of the wire; iterating connects, leaving the loop disconnects.
///
/// What this project's own programs use, with every class of line; ``HeadingClient`` is the public
/// interface. A reader that is slower than the daemon finds the newest update, never an old
/// backlog. The sequence never ends by itself: it throws when the connection is lost, and a new
/// iteration connects anew. It ends without an error only when the task is cancelled.
package struct DaemonClient: AsyncSequence, Sendable {
  /// An update.
  package typealias Element = SolutionMessage

  /// Why there are no more.
  package typealias Failure = HeadingClientError

  /// Where the daemon listens.
  package var address: ServerAddress

  /// Sent after the greeting; `nil` to take the stream as it comes.
  package var request: Request?

  /// Creates a client; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - address: Where the daemon listens.
  ///   - request: What to ask for.
  package init(_ address: ServerAddress, request: Request? = nil) {
    self.address = address
    self.request = request
  }

  /// Every line of the daemon, the greeting and the counts of missed updates included.
  package var lines: ServerLines { lines(timeout: nil) }

  /// Every line of the daemon, with a limit on the time between two lines.
  ///
  /// - Parameter timeout: Time without a line after which iterating throws
  ///   ``HeadingClientError/silent(_:)``; `nil` for no limit.
  /// - Returns: The lines.
  package func lines(timeout: Duration?) -> ServerLines {
    ServerLines(
      address: address, opening: request.map { .request($0) } ?? .nothing, timeout: timeout)
  }

  /// Starts over with a new connection.
  package func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

  /// One connection.
  package struct Iterator: AsyncIteratorProtocol {
    var lines: ServerLines.Iterator

    /// The next update.
    ///
    /// - Throws: The reason why there are no more updates.
    package mutating func next() async throws(HeadingClientError) -> SolutionMessage? {
      try await next(isolation: #isolation)
    }

    /// The next update.
    ///
    /// - Throws: The reason why there are no more updates.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HeadingClientError) -> SolutionMessage? {
      while let line = try await lines.next(isolation: actor) {
        if case .update(let message) = line { return message }
      }
      return nil
    }
  }
}
