import NIOCore
import NIOWebSocket

/// Carries the lines of the protocol in the text messages of a WebSocket (RFC 6455), without their line feeds.
final class WebSocketLines: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = WebSocketFrame

  /// Longest frame, and longest message of all its parts, bytes.
  static let longestMessage = 8192

  /// Largest rate of frames, 1/s: a browser sends one for each message, and answers pings.
  ///
  /// Pings and empty parts are no requests, whose rate the subscriber limits.
  private static let framesPerSecond = 100

  /// Close codes that a peer may send (RFC 6455, 7.4; those up to 1014 from IANA's registry).
  private static func isCode(_ code: UInt16) -> Bool {
    (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
  }

  private let flooded: () -> Void
  private var allowance = RequestAllowance(perSecond: framesPerSecond)
  private var isClosing = false
  /// The parts so far of a message whose last part has yet to come.
  private var message: ByteBuffer?

  /// Creates a handler that reports a client of which too many frames come.
  init(flooded: @escaping () -> Void = {}) { self.flooded = flooded }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    guard allowance.admits(at: .now()) else {
      flooded()
      return end(
        .policyViolation, context, "more than \(Self.framesPerSecond) frames in a second")
    }
    let frame = unwrapInboundIn(data)
    // A client masks, and uses no extension (5.1, 5.2).
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return end(.protocolError, context)
    }
    // A message ends before the next one (5.4).
    switch frame.opcode {
    case .text where message == nil, .continuation where message != nil: take(frame, context)
    case .binary where message == nil: end(.unacceptableData, context)
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong: break
    case .connectionClose: end(Self.reply(to: frame.unmaskedData), context)
    default: end(.protocolError, context)
    }
  }

  private func take(_ part: WebSocketFrame, _ context: ChannelHandlerContext) {
    var whole = message ?? ByteBuffer()
    whole.writeImmutableBuffer(part.unmaskedData)
    guard whole.readableBytes <= Self.longestMessage else { return end(.messageTooLarge, context) }
    message = part.fin ? nil : whole
    guard part.fin else { return }
    guard Self.isText(whole) else { return end(.dataInconsistentWithMessage, context) }
    whole.writeString("\n")
    context.fireChannelRead(wrapInboundOut(whole))
  }

  private static func isText(_ bytes: ByteBuffer) -> Bool {
    String(validating: bytes.readableBytesView, as: UTF8.self) != nil
  }

  /// The code that answers a close frame: its own, unless the frame is wrong (5.5.1, 7.4).
  private static func reply(to data: ByteBuffer) -> WebSocketErrorCode {
    var data = data
    guard data.readableBytes > 0 else { return .normalClosure }
    guard let code = data.readInteger(as: UInt16.self), isCode(code) else { return .protocolError }
    return isText(data)
      ? WebSocketErrorCode(codeNumber: Int(code)) : .dataInconsistentWithMessage
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

  /// The output of a refused client is closed after the reason, and all at the server's end: the WebSocket says so
  /// too.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode != .input { sendClose(mode == .output ? .policyViolation : .goingAway, context) }
    context.close(mode: mode, promise: promise)
  }

  private func end(
    _ code: WebSocketErrorCode, _ context: ChannelHandlerContext, _ reason: String = ""
  ) {
    sendClose(code, context, reason)
    context.close(promise: nil)
  }

  private func sendClose(
    _ code: WebSocketErrorCode, _ context: ChannelHandlerContext, _ reason: String = ""
  ) {
    guard !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
