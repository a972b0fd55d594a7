/// What a feed listens on.
package struct FeedSettings: Sendable, Hashable {
  /// The endpoints.
  package var endpoints: [FeedEndpoint]

  /// Form of the messages.
  package var format: FeedFormat

  /// Group that may connect to a Unix socket, besides the user; `nil` for the user alone.
  package var group: String?

  /// Creates settings.
  package init(endpoints: [FeedEndpoint], format: FeedFormat = .auto, group: String? = "iio") {
    self.endpoints = endpoints
    self.format = format
    self.group = group
  }

  /// The endpoints in messages.
  package var name: String { "feed on " + endpoints.map(\.name).joined(separator: ", ") }
}
