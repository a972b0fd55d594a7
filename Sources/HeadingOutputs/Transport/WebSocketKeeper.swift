import HeadingProtocol
import NIOCore
import NIOWebSocket

/// Answers a server's control frames and notices one that is gone; its messages are not used.
final class WebSocketKeeper: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let ending: ConnectionEnding
  private var isAsked = false

  init(_ ending: ConnectionEnding) { self.ending = ending }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isAsked = false
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .ping where context.channel.isWritable: send(.pong, frame.unmaskedData, context)
    case .connectionClose:
      var data = frame.unmaskedData
      let code = data.readInteger(as: UInt16.self).map { " with code \($0)" } ?? ""
      let text = PlainText.of(data.readString(length: min(data.readableBytes, 120)) ?? "")
      ending.set("the server has closed the connection\(code)\(text.isEmpty ? "" : ": \(text)")")
      context.close(promise: nil)
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    if isAsked {
      ending.set("the server does not answer any more")
      return context.close(promise: nil)
    }
    isAsked = true
    send(.ping, ByteBuffer(), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    ending.set("\(error)")
    context.close(promise: nil)
  }

  private func send(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
