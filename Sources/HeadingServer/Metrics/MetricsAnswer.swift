import NIOHTTP1

/// An answer over HTTP.
struct MetricsAnswer: Sendable {
  var status: HTTPResponseStatus
  var type: String
  var body: String
}
