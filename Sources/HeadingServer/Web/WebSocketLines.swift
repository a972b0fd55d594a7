import NIOCore
import NIOWebSocket

/// Carries the lines of the protocol in the text messages of a WebSocket (RFC 6455), without their line feeds.
final class WebSocketLines: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = WebSocketFrame

  private var isClosing = false
  /// Whether the last part of a message has yet to come.
  private var isInMessage = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let frame = unwrapInboundIn(data)
    // A client masks, uses no extension, and ends a message before the next one (5.1, 5.2, 5.4).
    let isPart = frame.opcode == .continuation
    let isMisplaced = isPart || frame.opcode == .text ? isPart != isInMessage : false
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3, !isMisplaced else {
      return end(.protocolError, context)
    }
    switch frame.opcode {
    case .text, .continuation:
      isInMessage = !frame.fin
      // The line reader behind joins the parts of a message, and limits it.
      var bytes = frame.unmaskedData
      if frame.fin { bytes.writeString("\n") }
      context.fireChannelRead(wrapInboundOut(bytes))
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong: break
    case .connectionClose: end(.normalClosure, context)
    default: end(.unacceptableData, context)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var line = unwrapOutboundIn(data)
    guard !isClosing else { return promise?.succeed() ?? () }
    let end = UInt8(ascii: "\n")
    if line.readableBytesView.last == end {
      line.moveWriterIndex(to: line.writerIndex - 1)
    }
    let frame = WebSocketFrame(fin: true, opcode: .text, data: line)
    context.write(wrapOutboundOut(frame), promise: promise)
  }

  /// The output of a refused client is closed after the reason: the WebSocket says so too.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .output { sendClose(.policyViolation, context) }
    context.close(mode: mode, promise: promise)
  }

  private func end(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    sendClose(code, context)
    context.close(promise: nil)
  }

  private func sendClose(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
