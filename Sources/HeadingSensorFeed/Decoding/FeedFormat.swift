/// Form of a feed's messages.
package enum FeedFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON objects, one a line.
  case json

  /// Binary frames.
  case binary

  /// That of the first valid message.
  case auto

  /// Longest line of JSON without its line feed, bytes: a declaration of sixteen sensors with matrices is
  /// shorter.
  package static let longestLine = 4096

  /// Longest frame without its zero, bytes.
  package static let longestFrame = 160
}
