import HeadingClient
import HeadingSystem
import NIOCore
import NIOEmbedded
import NIOSSL

/// Encrypts the stream of a connection for its session, in a pipeline of NIO without sockets.
///
/// NIO's sockets would ignore SIGPIPE for the whole process. Everything here runs on the
/// connection's thread.
final class TLSHandler: StreamHandler {
  private let session: ClientSession
  private let channel: TLSChannel
  private let address: ServerAddress
  private let makeSecurity: () throws -> NIOSSLClientHandler
  private var pipeline: EmbeddedChannel?
  private var isLeaving = false

  /// Creates the handler of a connection to a server.
  init(
    _ session: ClientSession, _ channel: TLSChannel, _ address: ServerAddress,
    _ makeSecurity: @escaping () throws -> NIOSSLClientHandler
  ) {
    self.session = session
    self.channel = channel
    self.address = address
    self.makeSecurity = makeSecurity
  }

  var deadline: SuspendingClock.Instant? { session.deadline }

  func opened() {
    do {
      let pipeline = EmbeddedChannel()
      // A certificate has to name the address that the server was given by, and that only: for a name
      // it is one that no certificate names.
      var peer = try SocketAddress(unixDomainSocketPath: "/")
      if case .host(let host, let port) = address,
        let own = try? SocketAddress(ipAddress: String(host.prefix { $0 != "%" }), port: port)
      {
        peer = own
      }
      pipeline.remoteAddress = peer
      try pipeline.pipeline.syncOperations.addHandler(makeSecurity())
      try pipeline.pipeline.syncOperations.addHandler(Receiver(session, address))
      self.pipeline = pipeline
    } catch {
      session.failed(HeadingClientError(error, at: address))
      channel.connection.close()
      return
    }
    channel.open()
    session.opened()
    pipeline?.pipeline.fireChannelActive()
  }

  func received(_ bytes: ArraySlice<UInt8>) {
    pipeline?.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    pipeline?.pipeline.fireChannelReadComplete()
  }

  func deadlinePassed() { session.deadlinePassed() }

  func waits() {
    guard let pipeline, !isLeaving else { return }
    let (plain, isClosed) = channel.take()
    if !plain.isEmpty { pipeline.writeAndFlush(ByteBuffer(bytes: plain), promise: nil) }
    if isClosed {
      isLeaving = true
      pipeline.close(promise: nil)
    }
    pipeline.embeddedEventLoop.run()
    while let bytes = try? pipeline.readOutbound(as: ByteBuffer.self) {
      channel.connection.send(bytes.readableBytesView)
    }
    if isClosed { channel.connection.close() }
  }

  func ended(_ failure: StreamFailure?) {
    guard let pipeline else {
      session.failed(HeadingClientError(failure ?? .closed, at: address))
      return
    }
    if let failure, failure != .closed {
      session.failed(HeadingClientError(failure, at: address))
    }
    pipeline.pipeline.fireChannelInactive()
    session.closed()
    // Its loop must have nothing left to do.
    pipeline.close(promise: nil)
    pipeline.embeddedEventLoop.run()
    _ = try? pipeline.finish(acceptAlreadyClosed: true)
  }

  /// The end of the pipeline.
  private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let session: ClientSession
    private let address: ServerAddress

    init(_ session: ClientSession, _ address: ServerAddress) {
      self.session = session
      self.address = address
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      session.received(unwrapInboundIn(data).readableBytesView)
    }

    func channelInactive(context: ChannelHandlerContext) { session.closed() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
      session.failed(
        HeadingClientError(tls: error, certificate: certificate, at: address)
          ?? HeadingClientError(error, at: address))
    }
  }
}
