import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A WebSocket server that keeps what it is sent.
final class SignalKServer: Sendable {
  /// The head of each request, whether accepted or not.
  let requests: AsyncStream<HTTPRequestHead>
  /// The text messages.
  let messages: AsyncStream<String>

  private let output: AsyncStream<String>.Continuation
  private let server: any Channel

  /// The port on loopback.
  var port: Int { server.localAddress?.port ?? 0 }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - token: The token that it accepts.
  ///   - closing: Closes each connection with this reason after its first message.
  /// - Throws: An error if no port can be had.
  init(token: String? = nil, closing: String? = nil) async throws {
    let (requests, heads) = AsyncStream.makeStream(of: HTTPRequestHead.self)
    let (messages, output) = AsyncStream.makeStream(of: String.self)
    (self.requests, self.messages, self.output) = (requests, messages, output)
    server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, head in
            heads.yield(head)
            let isAccepted = token.map { head.headers["Authorization"] == ["Bearer \($0)"] } ?? true
            return channel.eventLoop.makeSucceededFuture(isAccepted ? HTTPHeaders() : nil)
          },
          upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(
                MessageReader(output: output, closing: closing))
            }
          })
        return channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (
            upgraders: [upgrader],
            completionHandler: { $0.pipeline.removeHandler(name: "refuser", promise: nil) }
          )
        ).flatMapThrowing {
          try channel.pipeline.syncOperations.addHandler(Refuser(), name: "refuser")
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { server.close(promise: nil) }

  /// Answers a request that does not become a WebSocket.
  private final class Refuser: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      let head = HTTPResponseHead(
        version: .http1_1, status: .unauthorized, headers: ["Content-Length": "0"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  private final class MessageReader: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    let output: AsyncStream<String>.Continuation
    let closing: String?

    init(output: AsyncStream<String>.Continuation, closing: String?) {
      (self.output, self.closing) = (output, closing)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard frame.opcode == .text else { return }
      output.yield(String(buffer: frame.unmaskedData))
      guard let closing else { return }
      var reason = ByteBuffer(integer: UInt16(4000))
      reason.writeString(closing)
      let end = WebSocketFrame(fin: true, opcode: .connectionClose, data: reason)
      context.writeAndFlush(wrapOutboundOut(end), promise: nil)
    }
  }
}
