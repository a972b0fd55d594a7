import NIOCore
import NIOHTTP1

/// Reads the status of an answer.
final class ResponseStatusReader: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let status: EventLoopPromise<HTTPResponseStatus>

  init(_ status: EventLoopPromise<HTTPResponseStatus>) { self.status = status }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) { status.succeed(head.status) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    status.fail(ChannelError.eof)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { status.fail(ChannelError.eof) }
}
