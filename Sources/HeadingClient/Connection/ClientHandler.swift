import FoundationEssentials
import HeadingProtocol
import NIOCore

/// Client side of the connection in NIO's pipeline: decodes bytes into lines for the stream.
///
/// The first line must be a greeting of a supported protocol version; then the request is sent.
/// Everything here runs on the channel's event loop.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let address: ServerAddress
  private let credentials: ClientCredentials
  private let request: Data?
  private let output: AsyncThrowingStream<ServerLine, any Error>.Continuation
  private let coder = MessageCoder()
  private var reader = LineReader(limit: MessageCoder.longestLine)
  private var isGreeted = false
  private var hasProved = false
  private var dropped = 0
  // The longest time without input from the server, and the time of the last input.
  private let timeout: TimeAmount?
  private var lastRead = NIODeadline.now()
  private var alarm: Scheduled<Void>?
  private var admission: Scheduled<Void>?

  /// Time until the greeting, from the first byte of the handshake on.
  private static let longestAdmission = TimeAmount.seconds(10)

  init(
    address: ServerAddress, credentials: ClientCredentials, request: Data?, timeout: Duration?,
    output: AsyncThrowingStream<ServerLine, any Error>.Continuation
  ) {
    self.address = address
    self.credentials = credentials
    self.request = request
    // A day at most, because longer times may overflow.
    self.timeout = timeout.map { TimeAmount(max(.zero, min($0, .seconds(86_400)))) }
    self.output = output
  }

  func channelActive(context: ChannelHandlerContext) {
    lastRead = .now()
    watch(context)
    if credentials.transport != nil {
      admission = context.eventLoop.assumeIsolated().scheduleTask(in: Self.longestAdmission) {
        self.end(.silent(self.address), context: context)
      }
    }
    context.fireChannelActive()
  }

  /// Ends the stream after the timeout without input; one timer serves all lines.
  private func watch(_ context: ChannelHandlerContext) {
    guard let timeout else { return }
    alarm = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastRead + timeout) {
      if NIODeadline.now() - self.lastRead >= timeout {
        self.end(.silent(self.address), context: context)
      } else {
        self.watch(context)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastRead = .now()
    var lines: [[UInt8]] = []
    let isReadable =
      (try? reader.append(unwrapInboundIn(data).readableBytesView) { lines.append($0) }) != nil
    // Not inside `append`: if writing the request fails because the server closed the connection,
    // NIO reads the server's remaining bytes reentrantly.
    for line in lines { take(line, context: context) }
    if !isReadable { end(.notHeadingd(address), context: context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    admission?.cancel()
    output.finish(throwing: HeadingClientError.connectionLost(address))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let meaning = credentials.transport.flatMap {
      type(of: $0).meaning(of: error, in: context.pipeline, at: address)
    }
    end(meaning ?? HeadingClientError(error, at: address), context: context)
  }

  private func end(_ error: HeadingClientError, context: ChannelHandlerContext) {
    output.finish(throwing: error)
    context.close(promise: nil)
  }

  private func take(_ bytes: [UInt8], context: ChannelHandlerContext) {
    if bytes.isEmpty { return }
    guard let line = try? coder.message(ServerLine.self, from: Data(bytes)) else {
      return end(.notHeadingd(address), context: context)
    }
    if !isGreeted {
      // A server at its connection limit sends an error instead of the greeting.
      if case .error(let refusal) = line {
        return end(HeadingClientError(refusal, at: address), context: context)
      }
      guard case .greeting(let greeting) = line else {
        return end(.notHeadingd(address), context: context)
      }
      guard greeting.version <= Greeting.currentVersion else {
        return end(.newerProtocol(address, version: greeting.version), context: context)
      }
      if let demand = greeting.authentication { return prove(demand, context: context) }
      isGreeted = true
      admission?.cancel()
      if let request {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: request)), promise: nil)
      }
    }
    if case .error(let refusal) = line {
      return end(HeadingClientError(refusal, at: address), context: context)
    }
    hand(line)
  }

  /// Sends the token that the server asks for; the greeting follows once it is accepted.
  private func prove(_ demand: String, context: ChannelHandlerContext) {
    guard demand == Greeting.token, !hasProved else {
      return end(
        .notAdmitted(
          address, reason: "it asks for what this program does not know: update this program"),
        context: context)
    }
    // Without encryption there is no token to send, whoever asks for it.
    guard let token = credentials.token,
      let line = try? coder.line(Authentication(token: token))
    else {
      return end(
        .notAdmitted(
          address,
          reason: "it asks for a token: give --token-file, a copy of its `listen.tcp.token_file`"),
        context: context)
    }
    hasProved = true
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
  }

  /// Queues a line; updates dropped by a slow reader are counted and reported before the newest
  /// one.
  private func hand(_ line: ServerLine) {
    if dropped > 0, case .update = line {
      let count = dropped
      dropped = 0
      yield(.missed(count))
    }
    yield(line)
  }

  private func yield(_ line: ServerLine) {
    guard case .dropped(let old) = output.yield(line) else { return }
    switch old {
    case .update: dropped += 1
    case .missed(let count):
      // The server's own count is added.
      let (sum, isTooMuch) = dropped.addingReportingOverflow(max(0, count))
      dropped = isTooMuch ? .max : sum
    case .recording: output.finish(throwing: HeadingClientError.tooSlow(address))
    default: break
    }
  }
}
