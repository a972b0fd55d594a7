import FoundationEssentials
import Glibc
import HeadingProtocol
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Keeps a connection of another machine from the subscribers until it has proved who it is.
///
/// The handler between it and the socket is that of TLS, which checks a client certificate. Until the
/// connection is admitted, the handlers behind do not learn of it.
final class GateHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    /// The handshake of TLS is not complete.
    case handshaking
    /// The token is awaited; the bytes of its line so far.
    case waiting(ByteBuffer)
    /// Admitted: what comes is for the subscriber.
    case admitted
    /// Refused or ended: what comes is discarded.
    case closing
  }

  /// Longest line that carries a token, bytes.
  static let longestLine = 512

  /// What the user of a client without TLS has to do.
  private static let remedy = "give `compass` --ca; for others see docs/remote.md, Clients"

  private let hub: SubscriberHub
  private let token: RemoteToken?
  private let peer: String
  private var state = State.handshaking
  private var deadline: Scheduled<Void>?

  init(hub: SubscriberHub, credentials: RemoteCredentials, peer: String) {
    self.hub = hub
    token = credentials.token
    self.peer = peer
  }

  func channelActive(context: ChannelHandlerContext) {
    let isPending = hub.pending.admit(
      ObjectIdentifier(self), from: PeerNetwork.of(peer)
    ) { [weak self] in
      self?.hub.noteRefusal(.connections)
      self?.abort(context)
    }
    guard isPending else {
      hub.noteRefusal(.connections)
      return abort(context)
    }
    let timeout = TimeAmount.milliseconds(Int64(hub.settings.admissionTimeout * 1000))
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
      self.isLate(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.closing)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch state {
    case .admitted: return context.fireErrorCaught(error)
    case .closing: break
    case .handshaking where error is EncryptionCheck.Missing:
      refused(.handshake, "the client does not speak TLS: \(Self.remedy)")
      tellUnencrypted("this port speaks TLS; give `compass` --ca", context)
    case .handshaking, .waiting: refused(.handshake, TLSReason.text(error))
    }
    abort(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch state {
    case .admitted: return context.fireUserInboundEventTriggered(event)
    // The reason follows, also for a client that has nothing more to say.
    case .closing: return
    case .handshaking, .waiting: break
    }
    if case .inputClosed? = event as? ChannelEvent { return abort(context) }
    guard case .handshaking = state, case .handshakeCompleted? = event as? TLSUserEvent else {
      return
    }
    // A session that is resumed is not verified again, however old it is.
    let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
    if let end = certificate?.notValidAfter, end < time(nil) {
      return refuse(.handshake, "this client certificate has expired", context: context)
    }
    guard token != nil else { return admit(context, rest: ByteBuffer()) }
    state = .waiting(ByteBuffer())
    context.writeAndFlush(wrapOutboundOut(hub.demand), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .handshaking, .closing: break
    case .admitted: context.fireChannelRead(data)
    case .waiting(var line):
      line.writeImmutableBuffer(unwrapInboundIn(data))
      state = .waiting(line)
      take(line, context: context)
    }
  }

  private func take(_ bytes: ByteBuffer, context: ChannelHandlerContext) {
    let view = bytes.readableBytesView.prefix(Self.longestLine + 1)
    guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
      if view.count > Self.longestLine {
        refuse(
          .requestSize, "the line with the token is longer than \(Self.longestLine) bytes",
          context: context)
      }
      return
    }
    let message = try? MessageCoder().message(Authentication.self, from: Data(view[..<end]))
    guard let message, message.kind == LineClass.authentication.rawValue else {
      return refuse(
        .token,
        "the first line must carry the token: {\"class\":\"authentication\",\"token\":…}; "
          + "give `compass` --token-file",
        context: context)
    }
    guard let token, token.matches(message.token) else {
      return refuse(
        .token, "this token is not the one in the daemon's `listen.tcp.token_file`",
        context: context)
    }
    var rest = bytes
    rest.moveReaderIndex(to: end + 1)
    admit(context, rest: rest)
  }

  private func admit(_ context: ChannelHandlerContext, rest: ByteBuffer) {
    end(.admitted)
    context.fireChannelActive()
    if rest.readableBytes > 0 {
      context.fireChannelRead(wrapInboundOut(rest))
      context.fireChannelReadComplete()
    }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  /// Ends the gate's part: nothing waits, and no time runs.
  private func end(_ state: State) {
    self.state = state
    deadline?.cancel()
    hub.pending.remove(ObjectIdentifier(self))
  }

  private func isLate(_ context: ChannelHandlerContext) {
    let seconds = hub.settings.admissionTimeout
    if case .waiting = state {
      return refuse(
        .token, "no token came within \(seconds) s; give `compass` --token-file", context: context)
    }
    refused(
      .handshake,
      "no handshake within \(seconds) s: the client may not speak TLS; \(Self.remedy)")
    tellUnencrypted(
      "this port speaks TLS, and no handshake came within \(seconds) s; give `compass` --ca",
      context)
    abort(context)
  }

  /// Sends a reason that a client without TLS can read; one with TLS gives up at it.
  private func tellUnencrypted(_ reason: String, _ context: ChannelHandlerContext) {
    guard let line = hub.buffer(Refusal(reason, code: RefusalReason.handshake.rawValue)) else {
      return
    }
    HeadingServer.tell(line, to: context.channel)
  }

  /// Sends the reason after a delay, which limits the rate of guesses, and closes the connection.
  private func refuse(_ kind: RefusalReason, _ reason: String, context: ChannelHandlerContext) {
    refused(kind, reason)
    state = .closing
    context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    deadline?.cancel()
    let loop = context.eventLoop.assumeIsolated()
    let line = hub.buffer(Refusal(reason, code: kind.rawValue))
    loop.scheduleTask(in: .milliseconds(Int64(hub.settings.refusalDelay * 1000))) {
      guard context.channel.isActive else { return }
      if let line { context.writeAndFlush(self.wrapOutboundOut(line), promise: nil) }
      context.close(mode: .output, promise: nil)
    }
    let timeout = hub.settings.refusalDelay + hub.settings.closeTimeout
    deadline = loop.scheduleTask(in: .milliseconds(Int64(timeout * 1000))) { self.abort(context) }
  }

  private func refused(_ kind: RefusalReason, _ reason: String) {
    hub.noteRefusal(kind)
    hub.noteRejection(peer, reason)
  }

  /// Closes the socket at once, without the exchange that ends TLS.
  private func abort(_ context: ChannelHandlerContext) {
    end(.closing)
    let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
    (tls ?? context).close(promise: nil)
  }
}
