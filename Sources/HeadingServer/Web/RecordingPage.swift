import Glibc
import HeadingStorage
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the web page with recorded histories instead of a daemon's, to this machine only.
package struct RecordingPage: Sendable {
  private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private static let exchange = TimeAmount.seconds(30)

  private let token = RemoteToken()
  private let history: ByteBuffer

  /// Creates the page of a recording.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - histories: The recording, with each of its calibrations.
  package init(title: String, _ histories: [RecordedHistory]) {
    history = HistoryText.document(isLive: false, title: title, histories.map(\.text))
  }

  /// Listens on a port of the loopback address; 0 is any free one.
  ///
  /// Other users of this machine cannot read the recording: it needs the token of the address.
  ///
  /// - Returns: The address of the page. It is served until the program ends.
  /// - Throws: The system's error if the port is taken.
  package func serve(port: Int = 0) async throws -> String {
    let limit = ConnectionLimit(maximum: DescriptorLimit.guests(atMost: 64))
    let hosts = HostNames(address: "127.0.0.1")
    let channel = try await ServerBootstrap(group: Self.loops)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { $0.pipeline.addHandler(AcceptPause()) }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          limit.admit(channel)
          let deadline = channel.eventLoop.scheduleTask(in: Self.exchange) {
            channel.close(promise: nil)
          }
          channel.closeFuture.whenComplete { _ in deadline.cancel() }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
          try channel.pipeline.syncOperations.addHandler(HTTPHandler(hosts: hosts, answer))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    return "http://127.0.0.1:\(channel.localAddress?.port ?? port)/#token=\(token.text)"
  }

  private func answer(to head: HTTPRequestHead) -> HTTPAnswer {
    let path = head.uri.prefix { $0 != "?" }
    if let file = WebPage.answer(to: path, head) { return file }
    guard path == "/history" else {
      return WebPage.confined(HTTPAnswer(status: .notFound, text: "there is no such file\n"))
    }
    guard head.headers["X-Headingd-Token"].contains(where: token.matches) else {
      return WebPage.confined(
        HTTPAnswer(
          status: .unauthorized, text: "the token of the address that was printed is needed\n"))
    }
    return WebPage.confined(HTTPAnswer(status: .ok, type: "application/json", body: history))
  }
}
