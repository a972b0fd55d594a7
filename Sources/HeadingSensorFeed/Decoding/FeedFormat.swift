/// Form of a feed's messages.
package enum FeedFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON objects, one a line.
  case json

  /// Binary frames.
  case binary

  /// That of the first valid message.
  case auto
}
