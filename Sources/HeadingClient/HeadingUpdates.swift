import HeadingProtocol

/// The updates of a daemon, see
/// ``HeadingClient/updates(rate:headingFilter:distanceFilter:timeout:)``.
///
/// The sequence does not end by itself: it throws when the connection is lost, and a new iteration
/// connects anew. It ends without an error only when the task is cancelled. Lines, keys and words
/// that a newer daemon may have added are passed over.
public struct HeadingUpdates: AsyncSequence, Sendable {
  /// An update.
  public typealias Element = HeadingUpdate

  /// The reason why there are no more updates.
  public typealias Failure = HeadingClientError

  let lines: ServerLines

  /// An iterator, which connects at its first ``Iterator/next()``.
  public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

  /// One connection; releasing the iterator closes it.
  public struct Iterator: AsyncIteratorProtocol {
    var lines: ServerLines.Iterator

    /// The next update; `nil` if the task is cancelled.
    ///
    /// - Throws: The reason why there are no more updates.
    public mutating func next() async throws(HeadingClientError) -> HeadingUpdate? {
      try await next(isolation: #isolation)
    }

    /// The next update; `nil` if the task is cancelled.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The update.
    /// - Throws: The reason why there are no more updates.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HeadingClientError) -> HeadingUpdate? {
      var missed = 0
      while let line = try await lines.next(isolation: actor) {
        switch line {
        case .update(let message): return HeadingUpdate(message, missed: missed)
        case .missed(let count):
          let (sum, isTooMuch) = missed.addingReportingOverflow(Swift.max(0, count))
          missed = isTooMuch ? .max : sum
        default: continue
        }
      }
      return nil
    }
  }
}
