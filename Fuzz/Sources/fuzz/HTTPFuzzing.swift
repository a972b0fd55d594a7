import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket

@testable import HeadingServer

/// What a browser, or something that pretends to be one, sends to the port of the web page: a request, and
/// the frames of a WebSocket behind it.
enum HTTPFuzzing {
  /// Reads what passes the WebSocket, as the lines of a subscriber are read.
  private final class Lines: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let line = unwrapInboundIn(data)
      context.writeAndFlush(wrapOutboundOut(line), promise: nil)
    }
  }

  private static let hosts = HostNames(machine: "hat", address: "127.0.0.1")

  static func take(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do {
      try open(channel)
    } catch {
      fatalError("\(error)")
    }
    // The first byte says where the network has cut the rest.
    let rest = bytes.dropFirst()
    let head = rest.prefix(Int(cut) * 4)
    for part in [head, rest.dropFirst(head.count)] where !part.isEmpty {
      guard (try? channel.writeInbound(ByteBuffer(bytes: part))) != nil else { break }
      channel.embeddedEventLoop.run()
    }
    var answers = 0
    while let answer = try? channel.readOutbound(as: ByteBuffer.self) {
      // What is no HTTP may be called so, also behind an answer.
      let isAnswer = answer.readableBytesView.starts(with: Array("HTTP/1.1 ".utf8))
      let isComplaint = answer.readableBytesView.starts(with: Array("HTTP/1.1 400 ".utf8))
      if isAnswer, !isComplaint { answers += 1 }
    }
    // Nothing can be smuggled behind the first request.
    precondition(answers <= 1, "\(answers) answers")
  }

  private static func open(_ channel: EmbeddedChannel) throws {
    let handler = HTTPHandler(hosts: hosts) { head in
      WebPage.answer(to: head.uri.prefix { $0 != "?" }, head)
        ?? WebPage.confined(HTTPAnswer(status: .notFound, text: "there is no such file\n"))
    }
    let upgrader = NIOWebSocketServerUpgrader(maxFrameSize: 8192) { channel, head in
      let isTaken = head.uri == "/stream" && head.headers["Host"].allSatisfy(hosts.contains)
      return channel.eventLoop.makeSucceededFuture(isTaken ? [:] : nil)
    } upgradePipelineHandler: { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([WebSocketLines(), Lines()])
      }
    }
    try HeadingServer.read(channel, handler, upgrader) { _ in }
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }
}
