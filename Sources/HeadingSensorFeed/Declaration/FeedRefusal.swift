/// Why a message of a feed is not used.
package struct FeedRefusal: Error, Sendable, Hashable {
  /// The reason, to be read after the sender's name.
  package let reason: String

  /// Creates a refusal.
  init(_ reason: String) { self.reason = reason }
}
