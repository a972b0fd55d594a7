import Glibc
import HeadingAuthorization
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

  let settings: ServerSettings
  let remote: RemoteEntrance?
  let web: WebEntrance?
  let logger: Logger
  private let audit: AuditLog
  let accounts: AccessResolver
  private let pulse = LoopPulse()
  let eventLoop: any EventLoop
  private let commands: SubscriberHub.Commands
  private let authorizer: ProgramAuthorizer?
  private let calibrations: CalibrationService?
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
  ///   - calibrations: Follows the commands of guided calibrations; `nil` refuses them.
  ///   - recordings: Requests a beginning for clients that wait for a recording, and is notified
  ///     when no client records any more; called on the event loop, so both return at once. `nil`
  ///     offers no recordings.
  ///   - remote: The port for other machines, whose clients are then the only ones.
  ///   - web: The port of the web page, in the same way.
  ///   - commands: Answers commands.
  init(
    _ settings: ServerSettings, logger: Logger, audit: AuditLog? = nil,
    book: AccountDirectory = .system,
    authorizer: ProgramAuthorizer? = nil,
    calibrations: CalibrationService? = nil,
    recordings: (begin: @Sendable () -> Void, end: @Sendable () -> Void)? = nil,
    remote: RemoteEntrance? = nil, web: WebEntrance? = nil,
    commands: @escaping @Sendable (Command, AccessLevel, ServerLoad) async -> CommandAnswer
  ) {
    self.settings = settings
    self.logger = logger
    self.audit = audit ?? AuditLog(refused: logger)
    self.commands = commands
    self.authorizer = authorizer
    self.calibrations = calibrations
    self.recordings = recordings
    accounts = AccessResolver(settings.policy, book: book)
    (self.remote, self.web) = (remote, web)
    let isOwn = remote == nil && web == nil
    eventLoop = (isOwn ? MultiThreadedEventLoopGroup.singleton : Self.remoteLoops).next()
  }

  /// The event loop of clients of other machines and of web pages: handshakes do not delay this machine's clients.
  private static let remoteLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// The TCP port while the server listens on one.
  public var port: Int? {
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
      && settings.inheritedSockets.isEmpty && remote == nil && web == nil
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
      if let remote {
        let channel = try await listen(remote: remote, hub: hub)
        channels.append(channel)
        port = channel.localAddress?.port
      }
      if let web {
        let channel = try await listen(web: web, hub: hub)
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
    if let port = self.port { places["port"] = "\(port)" }
    if let remote { places["address"] = "\(remote.configuration.address)" }
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
    let (eventLoop, logger) = (eventLoop, logger)
    let (commands, authorizer, recordings, audit) = (commands, authorizer, recordings, audit)
    let calibrations = calibrations
    do {
      return try await eventLoop.submit {
        let hub = try SubscriberHub(
          settings, commands: commands, authorizer: authorizer,
          calibrations: calibrations, audit: audit, logger: logger,
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
