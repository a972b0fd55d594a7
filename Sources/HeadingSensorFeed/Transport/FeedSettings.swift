/// What a feed listens on.
package struct FeedSettings: Sendable, Hashable {
  /// The endpoints.
  package var endpoints: [FeedEndpoint]

  /// Form of the messages.
  package var format: FeedFormat

  /// Group that may connect to a Unix socket, besides the user; `nil` for the user alone.
  package var group: String?

  /// The flight controller that is read besides.
  package var flightController: FlightControllerSettings?

  /// Creates settings.
  package init(
    endpoints: [FeedEndpoint], format: FeedFormat = .auto, group: String? = "iio",
    flightController: FlightControllerSettings? = nil
  ) {
    self.endpoints = endpoints
    self.format = format
    self.group = group
    self.flightController = flightController
  }

  /// The page of the documentation.
  package var page: String { endpoints.isEmpty ? "docs/mavlink.md" : "docs/feed.md" }

  /// Every endpoint.
  var allEndpoints: [FeedEndpoint] {
    endpoints + (flightController.map { [$0.endpoint] } ?? [])
  }

  /// The endpoints in messages.
  package var name: String {
    let feed = endpoints.isEmpty ? [] : ["feed on " + endpoints.map(\.name).joined(separator: ", ")]
    let controller = flightController.map { ["MAVLink on " + $0.endpoint.name] } ?? []
    return (feed + controller).joined(separator: ", ")
  }
}
