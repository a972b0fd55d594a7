import NIOHTTP1

/// An HTTP response.
struct MetricsAnswer: Sendable {
  var status: HTTPResponseStatus
  var type: String
  var body: String
}
