package import HeadingSensorFeed
package import HeadingStorage

extension FeedSettings {
  /// The configured feed; `nil` if there is none.
  ///
  /// - Throws: What is wrong, with its position in the file.
  package init?(
    _ configuration: ServiceConfiguration, path: String
  ) throws(ConfigurationError) {
    let complaints = configuration.feed.complaints + configuration.mavlink.complaints
    let problems = complaints.map {
      configuration.problem($0.key, $0.message, path: path)
    }
    guard problems.isEmpty else { throw ConfigurationError(problems) }
    let endpoints = configuration.feed.endpoints.compactMap { FeedEndpoint($0) }
    self.init(
      endpoints: endpoints,
      format: configuration.feed.format.flatMap { FeedFormat(rawValue: $0) } ?? .auto,
      group: configuration.feed.socketGroup, flightController: configuration.mavlink)
  }
}
