import HeadingClient
import HeadingTLS
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A client of a WebSocket server (RFC 6455); one text message per group.
///
/// Its files are read at each connection, so that a new token needs no restart. A server that is
/// silent is asked (ping), and left if it stays silent.
struct WebSocketTransport: OutputTransport {
  /// Why the server cannot be used.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The end of the negotiation.
  private enum Negotiation: Sendable {
    /// The server speaks WebSocket.
    case open(any Channel)
    /// It answered something else.
    case refused(any Channel, EventLoopFuture<HTTPResponseStatus>)
  }

  /// Time for connection and negotiation.
  private static let patience = TimeAmount.seconds(10)

  /// A server's messages are not used; larger ones end the connection, bytes.
  private static let largestMessage = 1 << 16

  let address: WebSocketAddress

  /// The path without one in the address.
  let standardPath: String

  /// Path of the file with the token; `nil` for none.
  let tokenFile: String?

  /// Path of the certificates (PEM) of which one must be the server's or sign it; `nil` for the
  /// authorities that the system trusts.
  let certificateAuthority: String?

  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws {
    let ending = ConnectionEnding()
    let channel = try await open(ending)
    whenOpen()
    for await group in groups {
      guard channel.isActive else { break }
      // A slow server misses this group.
      guard channel.isWritable else { continue }
      let frame = WebSocketFrame(
        fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(bytes: group))
      channel.writeAndFlush(frame, promise: nil)
    }
    let wasActive = channel.isActive
    try? await channel.close().get()
    if !wasActive { throw Failure(description: ending.text) }
  }

  private func open(_ ending: ConnectionEnding) async throws -> any Channel {
    let head = try requestHead()
    let secure = try securityHandler()
    let negotiation: EventLoopFuture<Negotiation> = try await ClientBootstrap(
      group: MultiThreadedEventLoopGroup.singleton
    )
    .connectTimeout(Self.patience)
    .channelOption(.writeBufferWaterMark, value: .init(low: 1 << 12, high: 1 << 14))
    .connect(host: address.host, port: address.port) { channel in
      channel.eventLoop.makeCompletedFuture {
        if let secure = try secure?() {
          try channel.pipeline.syncOperations.addHandler(secure)
        }
        return try Self.negotiate(head, ending, on: channel)
      }
    }
    switch try await Self.limited(negotiation) {
    case .open(let channel): return channel
    case .refused(let channel, let status):
      let answer = try? await Self.limited(status)
      try? await channel.close().get()
      throw Failure(description: Self.refusal(answer))
    }
  }

  private func requestHead() throws -> HTTPRequestHead {
    var headers = HTTPHeaders([("Host", address.authority), ("Content-Length", "0")])
    if let tokenFile {
      let token = try CredentialContent.token(tokenFile, longest: 4096)
      headers.add(name: "Authorization", value: "Bearer \(token)")
    }
    return HTTPRequestHead(
      version: .http1_1, method: .GET, uri: address.path.isEmpty ? standardPath : address.path,
      headers: headers)
  }

  /// Makes the handler of TLS; `nil` without TLS.
  private func securityHandler() throws -> (@Sendable () throws -> any ChannelHandler)? {
    guard address.isSecure else { return nil }
    let transport = try TLSTransport(.tls(certificateAuthority: certificateAuthority))
    // A certificate of an address has no name to be compared.
    let isName = (try? SocketAddress(ipAddress: address.host, port: 0)) == nil
    let name = isName ? address.host : nil
    return { try transport.handler(serverName: name) }
  }

  private static func negotiate(
    _ head: HTTPRequestHead, _ ending: ConnectionEnding, on channel: any Channel
  ) throws -> EventLoopFuture<Negotiation> {
    let upgrader = NIOTypedWebSocketClientUpgrader<Negotiation>(
      maxFrameSize: largestMessage
    ) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([
          IdleStateHandler(readTimeout: patience), WebSocketKeeper(ending),
        ])
        return .open(channel)
      }
    }
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
      configuration: NIOUpgradableHTTPClientPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
          upgradeRequestHead: head, upgraders: [upgrader],
          notUpgradingCompletionHandler: { channel in
            channel.eventLoop.makeCompletedFuture {
              let status = channel.eventLoop.makePromise(of: HTTPResponseStatus.self)
              try channel.pipeline.syncOperations.addHandler(ResponseStatusReader(status))
              return .refused(channel, status.futureResult)
            }
          })))
  }

  /// Waits for the server, but not for ever.
  private static func limited<Value: Sendable>(
    _ future: EventLoopFuture<Value>
  ) async throws -> Value {
    let promise = future.eventLoop.makePromise(of: Value.self)
    let limit = future.eventLoop.scheduleTask(in: patience) {
      promise.fail(Failure(description: "the server does not answer"))
    }
    future.whenComplete { result in
      limit.cancel()
      promise.completeWith(result)
    }
    return try await promise.futureResult.get()
  }

  private static func refusal(_ status: HTTPResponseStatus?) -> String {
    switch status?.code {
    case nil: "the server is none of WebSocket"
    case 401, 403:
      "the server does not accept the token (\(status?.code ?? 0)); write one that may write to "
        + "the file of `token_file`"
    case let code?:
      "the server answers \(code) instead of changing to WebSocket; is the path right?"
    }
  }
}
