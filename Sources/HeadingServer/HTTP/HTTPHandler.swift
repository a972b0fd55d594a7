import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Handler of one HTTP connection: answers one GET or HEAD, refuses other methods, discards bodies.
///
/// Bytes after the first request are never another one: nothing can be smuggled behind it.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: @Sendable (HTTPRequestHead) -> HTTPAnswer
  private let hosts: HostNames
  private var head: HTTPRequestHead?
  private var isAnswered = false

  init(hosts: HostNames, _ answer: @escaping @Sendable (HTTPRequestHead) -> HTTPAnswer) {
    self.hosts = hosts
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head, !isAnswered else { return }
      (self.head, isAnswered) = (nil, true)
      reply(to: head, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A refused WebSocket is an ordinary request, which is answered.
    if error is NIOWebSocketUpgradeError { return }
    if error is EncryptionCheck.Missing {
      HeadingServer.tell(Self.unencrypted, to: context.channel)
    }
    context.close(promise: nil)
  }

  /// The answer to plain HTTP at a port of TLS, written to the socket without encryption.
  private static let unencrypted = ByteBuffer(
    string: "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
      + "Connection: close\r\n\r\nthis port speaks TLS: use https://\n")

  private func reply(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var head = head
    guard head.method == .GET || head.method == .HEAD else {
      var refusal = HTTPAnswer(status: .methodNotAllowed, text: "only GET and HEAD\n")
      refusal.headers.add(name: "Allow", value: "GET, HEAD")
      return write(refusal, to: head, context)
    }
    // HTTP/1.0 does not require the header; HTTP/1.1 requires exactly one (RFC 9112, 3.2).
    let names = head.headers["Host"]
    guard names.count == 1 || names.isEmpty && head.version.minor == 0 else {
      let refusal = HTTPAnswer(status: .badRequest, text: "one Host header is needed\n")
      return write(refusal, to: head, context)
    }
    let authority = Self.takeAuthority(from: &head)
    guard (authority.map { [$0] } ?? names).allSatisfy(hosts.contains) else {
      let refusal = HTTPAnswer(
        status: .misdirectedRequest,
        text: "this machine has another name: ask for it by its address\n")
      return write(refusal, to: head, context)
    }
    write(answer(head), to: head, context)
  }

  /// Takes scheme and authority from a target in absolute form, whose authority counts instead of `Host` (RFC
  /// 9112, 3.2.2).
  private static func takeAuthority(from head: inout HTTPRequestHead) -> String? {
    let start = head.uri.prefix(8).lowercased()
    guard let scheme = ["http://", "https://"].first(where: start.hasPrefix) else { return nil }
    let rest = head.uri.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    head.uri = path.hasPrefix("/") ? String(path) : "/" + path
    return String(authority)
  }

  private func write(
    _ answer: HTTPAnswer, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    guard context.channel.isActive else { return }
    let body = answer.body
    var headers = answer.headers
    headers.add(name: "Connection", value: "close")
    if answer.status != .notModified {
      headers.add(name: "Content-Length", value: "\(body.readableBytes)")
    }
    let answerHead = HTTPResponseHead(
      version: head.version, status: answer.status, headers: headers)
    context.write(wrapOutboundOut(.head(answerHead)), promise: nil)
    if head.method != .HEAD, body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
