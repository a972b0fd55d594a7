import NIOCore
import NIOHTTP1

/// An HTTP response.
struct HTTPAnswer: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders = [:]
  var body: ByteBuffer

  /// A response of some type.
  init(status: HTTPResponseStatus, type: String, body: ByteBuffer) {
    self.status = status
    self.body = body
    headers.add(name: "Content-Type", value: type)
  }

  /// A response in plain text.
  init(status: HTTPResponseStatus, text: String) {
    self.init(status: status, type: "text/plain; charset=utf-8", body: ByteBuffer(string: text))
  }
}
