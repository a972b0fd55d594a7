/// Endpoint of the Prometheus metrics; the section `metrics`.
package struct MetricsConfiguration: Sendable, Hashable {
  /// The TCP port of `/metrics`, `/healthz` and `/readyz`; `nil` if they are not served.
  package var port: Int?

  /// The listening address.
  package var address = "127.0.0.1"

  /// Creates the default: metrics are not served.
  package init() {}
}

extension MetricsConfiguration {
  init(_ section: ConfigurationSection) {
    port = section.integer("port", 1...65_535)
    if let address = section.text("address") { self.address = address }
  }
}
