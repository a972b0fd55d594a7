import Glibc
package import HeadingAuthorization
public import HeadingProtocol
package import HeadingRuntime
import HeadingStorage
public import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Publishes updates to many subscribers on a Unix socket and, if configured, on loopback TCP.
///
/// A message is encoded once, on the server's event loop. A subscriber that does not keep up
/// receives the newest update and the number of missed ones; it never delays another or the
/// publisher. `docs/protocol.md` describes the protocol.
public final class HeadingServer: Sendable {
  private enum State {
    /// `run` was not called, or has ended.
    case stopped
    /// Listening; the hub runs on the event loop.
    case running(NIOLoopBound<SubscriberHub>, port: Int?)
  }

  private let settings: ServerSettings
  private let logger: Logger
  private let audit: AuditLog
  private let accounts: AccessResolver
  private let pulse = LoopPulse()
  let eventLoop: any EventLoop
  private let commands: SubscriberHub.Commands
  private let authorizer: ProgramAuthorizer?
  private let recordings: (begin: @Sendable () -> Void, end: @Sendable () -> Void)?
  private let mailbox = Mutex(Mailbox())
  private let wanted = Mutex<Set<Content>>([])
  private let currentLoad = Mutex(ServerLoad())
  private let state = Mutex(State.stopped)

  /// Creates a server; ``run(whenReady:)`` starts listening.
  ///
  /// - Parameters:
  ///   - settings: The addresses it listens on and its limits.
  ///   - logger: The log of connections and errors.
  public convenience init(
    _ settings: ServerSettings, logger: Logger = Logger(label: "headingd")
  ) {
    self.init(settings, logger: logger) { command, _, _ in
      .failure(CommandFailure(command, "this server follows no commands"))
    }
  }

  /// Creates a server that answers commands and applies program authorization.
  ///
  /// - Parameters:
  ///   - settings: The addresses it listens on and its limits.
  ///   - logger: The log of connections and errors.
  ///   - audit: The audit log of control commands; by default on the process's log.
  ///   - book: Lookup of users and groups.
  ///   - authorizer: The program authorizer; `nil` applies no program authorization.
  ///   - recordings: Requests a beginning for clients that wait for a recording, and is notified
  ///     when no client records any more; called on the event loop, so both return at once. `nil`
  ///     offers no recordings.
  ///   - commands: Answers commands.
  package init(
    _ settings: ServerSettings, logger: Logger, audit: AuditLog? = nil,
    book: AccountDirectory = .system,
    authorizer: ProgramAuthorizer? = nil,
    recordings: (begin: @Sendable () -> Void, end: @Sendable () -> Void)? = nil,
    commands: @escaping @Sendable (Command, AccessLevel, ServerLoad) async -> CommandAnswer
  ) {
    self.settings = settings
    self.logger = logger
    self.audit = audit ?? AuditLog(refused: logger)
    self.commands = commands
    self.authorizer = authorizer
    self.recordings = recordings
    accounts = AccessResolver(settings.policy, book: book)
    eventLoop = MultiThreadedEventLoopGroup.singleton.next()
  }

  /// The TCP port while the server listens on one.
  public var loopbackPort: Int? {
    guard case .running(_, let port) = state.withLock({ $0 }) else { return nil }
    return port
  }

  private var hub: NIOLoopBound<SubscriberHub>? {
    guard case .running(let hub, _) = state.withLock({ $0 }) else { return nil }
    return hub
  }

  /// Sends a message to all subscribers; returns at once, may be called from any thread.
  ///
  /// Messages published while the server does not run are dropped.
  public func publish(_ message: SolutionMessage) {
    hold(.update(HeldUpdate(message)))
    send()
  }

  /// Whether any subscriber requests this message class; otherwise it need not be produced.
  func wants(_ content: Content) -> Bool { wanted.withLock { $0.contains(content) } }

  /// Sends a notice to subscribers of notices; otherwise as ``publish(_:)-(SolutionMessage)``.
  package func publish(_ message: NoticeMessage) {
    hold(.notice(message))
    send()
  }

  /// Queues a publication for the next ``send()``; may be called from any thread.
  func hold(_ publication: Publication) {
    guard hub != nil else { return }
    mailbox.withLock { $0.put(publication) }
  }

  /// Queues a piece of a recording for the next ``send()``; may be called from any thread.
  func hold(_ piece: RecordingStream.Piece) {
    guard hub != nil else { return }
    mailbox.withLock { $0.put(piece) }
  }

  /// Sends the queued publications, flushed once per subscriber; may be called from any thread.
  func send() {
    guard let hub, mailbox.withLock({ $0.tells() }) else { return }
    pulse.isAsked()
    eventLoop.execute {
      let contents = self.mailbox.withLock { $0.take() }
      var lost = contents.lost
      for publication in contents.publications {
        hub.value.publish(publication, missedBefore: lost)
        lost = 0
      }
      for piece in contents.recordings { hub.value.publish(piece) }
      hub.value.flush()
      self.pulse.hasAnswered()
    }
  }

  /// Current delay of lines in the event loop, s; 0 while the loop responds.
  ///
  /// Each read probes the loop, so that a blocked loop is detected even without publications.
  package var lag: Double {
    guard hub != nil else { return 0 }
    let lag = pulse.lag
    if pulse.isAsked() { eventLoop.execute { self.pulse.hasAnswered() } }
    return lag
  }

  /// Histogram of the delays of lines in the event loop.
  package var waits: LatencyHistogram { pulse.waits }

  /// Number of connected subscribers.
  public var subscriberCount: Int {
    get async {
      guard let hub else { return 0 }
      return (try? await eventLoop.submit { hub.value.count }.get()) ?? 0
    }
  }

  /// The counters last reported by the event loop; reading them does not wait for it.
  package var load: ServerLoad { currentLoad.withLock { $0 } }

  /// Listens until the task is cancelled, then closes every connection and removes the socket.
  ///
  /// - Parameter whenReady: Called once clients can connect.
  /// - Throws: The error that prevents listening; nothing is thrown once the server listens.
  public func run(
    whenReady: @Sendable () -> Void = {}
  ) async throws(HeadingServerError) {
    if settings.socketPath == nil && settings.loopbackPort == nil
      && settings.inheritedSockets.isEmpty
    {
      throw .nowhereToListen
    }
    let hub = try await makeHub()
    var file: SocketFile?
    var channels: [any Channel] = []
    do {
      if let path = settings.socketPath {
        var socket = try SocketFile(path: path)
        channels.append(try await listen(socket: socket, hub: hub))
        let group = await accounts.group(settings.group)
        if group == nil {
          logger.info(
            "the group \(settings.group) is not known to the system: only the daemon's own may connect"
          )
        }
        try socket.publish(group: group)
        file = socket
      }
      for descriptor in settings.inheritedSockets {
        channels.append(try await listen(inherited: descriptor, hub: hub))
      }
      var port: Int?
      if let wanted = settings.loopbackPort {
        let channel = try await listen(port: wanted, hub: hub)
        channels.append(channel)
        port = channel.localAddress?.port
      }
      state.withLock { $0 = .running(hub, port: port) }
    } catch {
      await close(channels, hub: hub, file: file)
      throw error
    }
    var places: Logger.Metadata = [:]
    if let path = settings.socketPath { places["socket"] = "\(path)" }
    if let port = loopbackPort { places["port"] = "\(port)" }
    if !settings.inheritedSockets.isEmpty {
      places["inherited"] = "\(settings.inheritedSockets.count)"
    }
    logger.info("listening", metadata: places)
    whenReady()
    await Self.cancellation()
    state.withLock { $0 = .stopped }
    await close(channels, hub: hub, file: file)
    logger.info("stopped listening")
  }
}

extension HeadingServer {
  private func makeHub() async throws(HeadingServerError) -> NIOLoopBound<SubscriberHub> {
    let settings = settings
    let eventLoop = eventLoop
    let (commands, authorizer, recordings, audit) = (commands, authorizer, recordings, audit)
    do {
      return try await eventLoop.submit {
        let hub = try SubscriberHub(
          settings, commands: commands, authorizer: authorizer, audit: audit,
          beginRecording: recordings?.begin
        ) { load in
          self.currentLoad.withLock { $0 = load }
        } onWanted: { wanted in
          let before = self.wanted.withLock { current in
            defer { current = wanted }
            return current
          }
          if before.contains(.recording), !wanted.contains(.recording) { recordings?.end() }
        }
        return NIOLoopBound(hub, eventLoop: eventLoop)
      }.get()
    } catch {
      throw .socketFailed(path: settings.socketPath ?? "", reason: "\(error)")
    }
  }

  private func bootstrap(_ hub: NIOLoopBound<SubscriberHub>) -> ServerBootstrap {
    let (settings, logger, accounts) = (settings, logger, accounts)
    return ServerBootstrap(group: eventLoop, childGroup: eventLoop)
      // The kernel's maximum, so that a burst of connections does not lock out other clients.
      .serverChannelOption(.backlog, value: SOMAXCONN)
      .serverChannelInitializer { $0.pipeline.addHandler(AcceptPause()) }
      // A half-closed client, such as `socat -u` or `nc </dev/null`, still reads.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.socketOption(.so_sndbuf), value: settings.sendBuffer)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 4096, high: 16_384))
      .childChannelInitializer { channel in
        Self.credentials(of: channel).flatMap { credentials in
          if let refusal = hub.value.admit(channel, credentials) {
            Self.tell(refusal, to: channel)
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
          }
          return accounts.level(of: credentials, on: channel.eventLoop).map { ($0, credentials) }
        }.flatMapThrowing { (level: AccessLevel?, credentials: PeerCredentials?) in
          if let credentials {
            logger.debug(
              "a client connected",
              metadata: [
                "pid": "\(credentials.process)", "uid": "\(credentials.user)",
                "program": "\(credentials.executable ?? "?")",
                "access": "\(level.map { "\($0)" } ?? "not known in time")",
              ])
          }
          try channel.pipeline.syncOperations.addHandler(
            SubscriberHandler(hub: hub.value, level: level, credentials: credentials))
        }
      }
  }

  /// Writes a line directly to the socket of a rejected peer, as far as its empty send buffer takes
  /// it.
  private static func tell(_ line: ByteBuffer, to channel: any Channel) {
    try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable {
      (socket: NIOBSDSocket.Handle) in
      _ = unsafe line.withUnsafeReadableBytes { bytes in
        unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
  }

  /// Returns the peer credentials from the kernel; `nil` for TCP.
  private static func credentials(
    of channel: any Channel
  ) -> EventLoopFuture<PeerCredentials?> {
    guard channel.localAddress?.protocol == .unix,
      let provider = channel as? any SocketOptionProvider
    else { return channel.eventLoop.makeSucceededFuture(nil) }
    return provider.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
    ).map { (credentials: PeerCredentials) in credentials }
  }

  private func listen(
    socket: SocketFile, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    do {
      return try await bootstrap(hub).bind(unixDomainSocketPath: socket.temporaryPath).get()
    } catch {
      throw .socketFailed(path: socket.path, reason: Self.reason(error))
    }
  }

  private func listen(
    inherited descriptor: CInt, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    let own = dup(descriptor)
    do {
      return try await bootstrap(hub).withBoundSocket(own).get()
    } catch {
      _ = Glibc.close(own)
      throw .inheritedFailed(reason: Self.reason(error))
    }
  }

  private func listen(
    port: Int, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    do {
      return try await bootstrap(hub)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .bind(host: "127.0.0.1", port: port).get()
    } catch {
      throw .portFailed(port: port, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let failure = error as? IOError else { return "\(error)" }
    return FileReason.text(errno: failure.errnoCode)
  }

  private func close(
    _ channels: [any Channel], hub: NIOLoopBound<SubscriberHub>, file: SocketFile?
  ) async {
    file?.remove()
    for channel in channels { try? await channel.close().get() }
    try? await eventLoop.submit { hub.value.closeAll() }.get()
  }

  /// Returns when the task is cancelled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}
