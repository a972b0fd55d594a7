import FoundationEssentials
import HeadingAuthorization
import HeadingStorage
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// The web page: its files, its history, and the stream as a WebSocket.
extension HeadingServer {
  /// Subprotocols of the WebSocket: the lines of docs/protocol.md, for reading, and with commands.
  private static let reading = "headingd.1"
  private static let commanding = "headingd.1.control"
  /// Prefix of the subprotocol that carries the token: a browser's WebSocket has no headers of its own.
  private static let tokenPrefix = "token."

  /// Longest request of a stream without the token, bytes.
  ///
  /// There may be many such streams, and reading long requests holds up the loop; the page's own are shorter than 128.
  private static let longestUnproven = 512

  /// Time for a request and its answer, s: long enough for the largest file on a slow phone.
  private static let exchange = TimeAmount.seconds(30)

  func listen(
    web: WebEntrance, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    let configuration = web.configuration
    let limit = ConnectionLimit(maximum: DescriptorLimit.guests(atMost: 64))
    do {
      return try await ServerBootstrap(group: eventLoop, childGroup: eventLoop)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { $0.pipeline.addHandler(AcceptPause()) }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 4096, high: 65_536))
        .childChannelInitializer { [settings] channel in
          channel.eventLoop.makeCompletedFuture {
            limit.admit(channel)
            let hosts = web.hosts
            if let tls = web.tls {
              try channel.pipeline.syncOperations.addHandlers([
                EncryptionCheck(), NIOSSLServerHandler(context: tls),
              ])
            }
            let handler = HTTPHandler(hosts: hosts) { Self.answer(to: $0, web) }
            let deadline = channel.eventLoop.scheduleTask(in: Self.exchange) {
              channel.close(promise: nil)
            }
            channel.closeFuture.whenComplete { _ in deadline.cancel() }
            let upgrader = Self.upgrader(web, hosts: hosts, hub: hub, policy: settings.policy)
            try Self.read(channel, handler, upgrader) { channel in
              deadline.cancel()
              limit.release(channel)
            }
          }
        }
        .bind(host: configuration.address, port: configuration.port).get()
    } catch {
      throw .portFailed(
        address: configuration.address, port: configuration.port, reason: Self.reason(error))
    }
  }

  /// Makes a channel read one request, or become a WebSocket.
  static func read(
    _ channel: any Channel, _ handler: HTTPHandler, _ upgrader: NIOWebSocketServerUpgrader,
    upgraded: @escaping @Sendable (any Channel) -> Void
  ) throws {
    let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withPipeliningAssistance: true,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          upgraded(context.channel)
          context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
        }
      ), withErrorHandling: true)
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  /// Takes a WebSocket of the page itself; another site's page has another origin.
  private static func upgrader(
    _ web: WebEntrance, hosts: HostNames, hub: NIOLoopBound<SubscriberHub>, policy: AccessPolicy
  ) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(maxFrameSize: WebSocketLines.longestMessage) { channel, head in
      let headers = admission(of: head, web, hosts: hosts)
      if headers == nil { hub.value.noteRefusal(.access) }
      return channel.eventLoop.makeSucceededFuture(headers)
    } upgradePipelineHandler: { channel, head in
      channel.eventLoop.makeCompletedFuture {
        let isProven = hasToken(head, web)
        let lines = WebSocketLines { hub.value.noteRefusal(.requestRate) }
        if let refusal = hub.value.admit(channel, nil, isProven: isProven) {
          try channel.pipeline.syncOperations.addHandler(lines)
          channel.writeAndFlush(refusal, promise: nil)
          channel.close(mode: .output).whenComplete { _ in channel.close(promise: nil) }
          return
        }
        try channel.pipeline.syncOperations.addHandlers([
          lines,
          SubscriberHandler(
            hub: hub.value, level: isProven ? .control : policy.tcp, credentials: nil,
            longestRequest: isProven ? nil : longestUnproven,
            address: web.tls == nil ? nil : channel.remoteAddress?.ipAddress ?? "?"),
        ])
        // The channel has been active since before the upgrade.
        try channel.pipeline.syncOperations.context(handler: lines).fireChannelActive()
      }
    }
  }

  /// The headers of the answer to a request for a WebSocket; `nil` refuses it.
  private static func admission(
    of head: HTTPRequestHead, _ web: WebEntrance, hosts: HostNames
  ) -> HTTPHeaders? {
    let (host, origin) = (head.headers["Host"], head.headers["Origin"])
    guard head.uri == "/stream", isHandshake(head), hasKey(head), host.count == 1,
      hosts.contains(host[0])
    else {
      return nil
    }
    guard origin.count == 1, origin[0] == (web.tls == nil ? "http://" : "https://") + host[0] else {
      return nil
    }
    let isProven = hasToken(head, web)
    // Other machines do not even read without the token.
    guard isProven || web.tls == nil else { return nil }
    let offered = protocols(of: head)
    let selected = isProven ? commanding : reading
    return offered.contains(selected) ? ["Sec-WebSocket-Protocol": selected] : nil
  }

  /// Whether a request is the start of a WebSocket, and nothing else (RFC 6455, 4.2.1).
  private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
    head.method == .GET && head.version == .http1_1
      && head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
      && !head.headers.contains(name: "Transfer-Encoding")
      && head.headers["Content-Length"].allSatisfy { $0 == "0" }
  }

  /// Whether a request has the key of a handshake, 16 bytes (RFC 6455, 4.1).
  private static func hasKey(_ head: HTTPRequestHead) -> Bool {
    let keys = head.headers["Sec-WebSocket-Key"]
    return keys.count == 1 && Data(base64Encoded: keys[0])?.count == 16
  }

  private static func protocols(of head: HTTPRequestHead) -> [String] {
    head.headers[canonicalForm: "Sec-WebSocket-Protocol"].map { String($0) }
  }

  private static func hasToken(_ head: HTTPRequestHead, _ web: WebEntrance) -> Bool {
    protocols(of: head).contains {
      $0.hasPrefix(tokenPrefix) && web.token.matches(String($0.dropFirst(tokenPrefix.count)))
    }
  }

  /// Answers a GET.
  private static func answer(to head: HTTPRequestHead, _ web: WebEntrance) -> HTTPAnswer {
    let path = head.uri.prefix { $0 != "?" }
    if let file = WebPage.answer(to: path, head) { return file }
    switch path {
    case "/history":
      // The token is in a header, because a request for data of another machine's is not one for a file.
      let isProven = head.headers["X-Headingd-Token"].contains { web.token.matches($0) }
      guard isProven || web.tls == nil else {
        return WebPage.confined(
          HTTPAnswer(status: .unauthorized, text: "the token of `compass web` is needed\n"))
      }
      return WebPage.confined(
        HTTPAnswer(status: .ok, type: "application/json", body: web.history.json))
    case "/token":
      // Only an answer that carries the token uses the code up.
      let codes = head.headers["X-Headingd-Code"]
      guard head.method == .GET, codes.count == 1, web.codes.redeem(codes[0]) else {
        return WebPage.confined(
          HTTPAnswer(
            status: .unauthorized,
            text: "a code of `compass web --phone` is needed, unused and of the last five minutes\n"
          ))
      }
      return WebPage.confined(HTTPAnswer(status: .ok, text: web.token.text + "\n"))
    case "/stream": return WebPage.confined(refusedStream(head))
    default:
      return WebPage.confined(HTTPAnswer(status: .notFound, text: "there is no such file\n"))
    }
  }
  /// The answer to a request for the stream that becomes no WebSocket.
  private static func refusedStream(_ head: HTTPRequestHead) -> HTTPAnswer {
    if !isHandshake(head) || head.headers["Sec-WebSocket-Version"] != ["13"] {
      var refusal = HTTPAnswer(
        status: .upgradeRequired, text: "only a WebSocket of version 13 is taken here (RFC 6455)\n")
      refusal.headers.add(name: "Sec-WebSocket-Version", value: "13")
      refusal.headers.add(name: "Upgrade", value: "websocket")
      return refusal
    }
    if !hasKey(head) {
      return HTTPAnswer(
        status: .badRequest, text: "Sec-WebSocket-Key is no 16 bytes in base64 (RFC 6455, 4.1)\n")
    }
    return HTTPAnswer(
      status: .forbidden,
      text: "only a WebSocket of the page itself is taken here; reload the page\n")
  }
}
