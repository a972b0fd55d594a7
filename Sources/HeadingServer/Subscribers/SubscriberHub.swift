import FoundationEssentials
import Glibc
import HeadingAuthorization
import HeadingProtocol
import HeadingRuntime
import Logging
import NIOCore

/// The subscribers of one server; confined to the server's event loop.
final class SubscriberHub {
  /// Answers commands outside the event loop, because that may read files.
  typealias Commands = @Sendable (Command, AccessLevel, ServerLoad) async -> CommandAnswer

  let settings: ServerSettings
  let commands: Commands

  /// The program authorizer; `nil` if programs are not authorized.
  let authorizer: ProgramAuthorizer?

  /// The guided calibrations; `nil` if this server does not calibrate.
  let calibrations: CalibrationService?

  /// Requests a beginning for clients that wait for a recording; `nil` if recording is unavailable.
  let beginRecording: (() -> Void)?
  private let audit: AuditLog
  private let coder = MessageCoder()
  private var subscribers: [ObjectIdentifier: SubscriberHandler] = [:]
  private(set) var load = ServerLoad() {
    didSet { onLoad(load) }
  }
  private let onLoad: (ServerLoad) -> Void

  /// Open connections, including rejected ones, by user; `nil` for TCP.
  private var connections: [UInt32?: Int] = [:]
  private var coarse = ReducedAccuracyFilter()

  /// The greeting, common to all clients.
  let greeting: ByteBuffer

  /// The line that asks a client of another machine for a token; it says nothing else.
  let demand: ByteBuffer

  /// Connections of other machines that are not admitted yet.
  let pending: PendingPeers

  private let logger: Logger
  private var rejections = LogRateLimit(burst: 10, perSecond: 0.1)

  /// Receives the set of requested message classes when it changes.
  private let onWanted: (Set<Content>) -> Void
  private var wanted: Set<Content> = []

  init(
    _ settings: ServerSettings, commands: @escaping Commands, authorizer: ProgramAuthorizer?,
    calibrations: CalibrationService?, audit: AuditLog, logger: Logger,
    beginRecording: (() -> Void)?,
    onLoad: @escaping (ServerLoad) -> Void,
    onWanted: @escaping (Set<Content>) -> Void
  ) throws {
    self.settings = settings
    self.commands = commands
    self.authorizer = authorizer
    self.calibrations = calibrations
    self.audit = audit
    self.logger = logger
    pending = PendingPeers(
      maximum: settings.maximumPending, perAddress: settings.maximumPendingPerAddress)
    self.beginRecording = beginRecording
    self.onLoad = onLoad
    self.onWanted = onWanted
    let capabilities = Capability.allCases.filter { capability in
      switch capability {
      case .authorization: authorizer != nil
      case .recording: beginRecording != nil
      case .calibration: calibrations != nil
      default: true
      }
    }
    var demand = Greeting(server: "headingd", capabilities: [])
    demand.authentication = Greeting.token
    self.demand = ByteBuffer(bytes: try coder.line(demand))
    greeting = ByteBuffer(
      bytes: try coder.line(Greeting(server: settings.serverName, capabilities: capabilities)))
  }

  /// Number of subscribers.
  var count: Int { subscribers.count }

  /// Counts a connection until it is closed, unless there are too many of the user or of all.
  ///
  /// The limits keep connections for other users, and descriptors for the daemon's own files.
  ///
  /// - Parameters:
  ///   - channel: The connection.
  ///   - credentials: Its peer; `nil` over TCP.
  ///   - isProven: Whether it knows the token: those who do not cannot take its place.
  /// - Returns: The refusal; `nil` for a connection that is counted.
  func admit(
    _ channel: any Channel, _ credentials: PeerCredentials?, isProven: Bool = false
  ) -> ByteBuffer? {
    let user = credentials?.user
    let all = connections.values.reduce(0, +)
    let isOwn = user == 0 || user == getuid()
    guard all < settings.maximumConnections else {
      noteRefusal(.connections)
      return buffer(
        Refusal(
          "there are too many connections; try again later",
          code: RefusalReason.connections.rawValue))
    }
    guard isOwn || isProven || connections[user, default: 0] < settings.maximumPerUser else {
      noteRefusal(.userConnections)
      let maximum = settings.maximumPerUser
      return buffer(
        Refusal(
          user == nil
            ? "there are \(maximum) connections over TCP already; no more may be open at once"
            : "this user has \(maximum) connections already; no more may be open at once",
          code: RefusalReason.userConnections.rawValue))
    }
    connections[user, default: 0] += 1
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.closeFuture.whenComplete { _ in
      let left = bound.value.connections[user, default: 1] - 1
      bound.value.connections[user] = left > 0 ? left : nil
    }
    return nil
  }

  /// Adds a subscriber; returns false if there are too many.
  func add(_ subscriber: SubscriberHandler) -> Bool {
    guard subscribers.count < settings.maximumSubscribers else { return false }
    subscribers[ObjectIdentifier(subscriber)] = subscriber
    load.subscribers = subscribers.count
    requestsChanged()
    return true
  }

  /// Removes a subscriber.
  func remove(_ subscriber: SubscriberHandler) {
    subscribers[ObjectIdentifier(subscriber)] = nil
    load.subscribers = subscribers.count
    requestsChanged()
  }

  /// Counts lines that a subscriber missed.
  func noteMissed(_ count: Int) { load.missed &+= UInt64(clamping: count) }

  /// Counts a client that was rejected or disconnected.
  func noteRefusal(_ reason: RefusalReason) { load.refusals[reason, default: 0] += 1 }

  /// Logs that a client of another machine was not admitted; strangers cannot fill the log.
  func noteRejection(_ peer: String, _ reason: String) {
    log("a client of another machine was not admitted", peer, reason)
  }

  private func log(_ event: Logger.Message, _ peer: String, _ reason: String) {
    guard let left = rejections.admits(at: Double(NIODeadline.now().uptimeNanoseconds) * 1e-9)
    else { return }
    var facts: Logger.Metadata = ["peer": "\(peer)", "reason": "\(reason.prefix(200))"]
    if left > 0 { facts["not_logged"] = "\(left)" }
    logger.notice(event, metadata: facts)
  }

  /// Counts and logs a client of another machine that the kernel disconnected (TCP_USER_TIMEOUT).
  func noteStall(of peer: String) {
    noteRefusal(.stalled)
    log("a client of another machine was disconnected", peer, "nothing reached it for a minute")
  }

  /// Counts and logs the answer to a command.
  ///
  /// - Parameters:
  ///   - command: The command; `nil` for an unknown one.
  ///   - facts: Its arguments, for the audit log.
  ///   - peer: The credentials of the sender; `nil` over TCP.
  ///   - address: The address of the sender; `nil` on the Unix socket.
  ///   - answer: The answer.
  func note(
    _ command: Command.Name?, _ facts: [String: String], from peer: PeerCredentials?,
    at address: String?, _ answer: CommandAnswer
  ) {
    if case .failure = answer { load.refusedCommands[command, default: 0] += 1 }
    audit.note(command, facts, from: peer, at: address, answer)
  }

  /// Recomputes the requested message classes.
  func requestsChanged() {
    let all = Set(
      Content.allCases.filter { content in subscribers.values.contains { $0.wants(content) } })
    guard all != wanted else { return }
    wanted = all
    onWanted(all)
  }

  /// Encodes a publication once and offers it to all subscribers.
  func publish(_ publication: Publication, missedBefore: Int) {
    guard !subscribers.isEmpty else { return }
    switch publication {
    case .update(let held):
      var update = EncodedUpdate(held.leaving(), coarse: coarse)
      for subscriber in subscribers.values {
        subscriber.offer(&update, missedBefore: missedBefore)
      }
      coarse = update.coarse
    case .sample(let message):
      let line = ByteBuffer(bytes: message.line)
      // Pressure reveals the altitude, which is part of the position.
      let least: AccessLevel = message.sensor == "barometer" ? .full : .heading
      offer(line, .samples, least: least)
    case .notice(let message):
      guard let line = buffer(message) else { return }
      offer(line, .notices, least: .heading)
    }
  }

  /// Offers a piece of a recording to all subscribers.
  func publish(_ piece: RecordingStream.Piece) {
    guard !subscribers.isEmpty else { return }
    switch piece {
    case .beginning(let bytes):
      let lines = Self.lines(bytes)
      for subscriber in subscribers.values { subscriber.offer(beginning: lines) }
    case .rest(let bytes, let isWhole):
      let lines = Self.lines(bytes)
      for subscriber in subscribers.values {
        subscriber.offer(recording: lines, isWhole: isWhole)
      }
    }
  }

  /// Splits the bytes of a recording into lines.
  private static func lines(_ bytes: [UInt8]) -> [ByteBuffer] {
    stride(from: 0, to: bytes.count, by: RecordingMessage.maximumBytes).map { start in
      let end = min(start + RecordingMessage.maximumBytes, bytes.count)
      return ByteBuffer(bytes: RecordingMessage(bytes[start..<end]).line)
    }
  }

  /// Flushes the pending writes of all subscribers.
  func flush() {
    for subscriber in subscribers.values { subscriber.flush() }
  }

  private func offer(_ line: ByteBuffer, _ content: Content, least: AccessLevel) {
    for subscriber in subscribers.values where subscriber.wants(content) {
      subscriber.offer(line, least: least)
    }
  }

  /// Closes every connection.
  func closeAll() {
    for subscriber in subscribers.values { subscriber.close() }
  }

  /// Encodes a line of the protocol; `nil` on failure, which no message can cause.
  func buffer(_ message: some Encodable) -> ByteBuffer? {
    (try? coder.line(message)).map { ByteBuffer(bytes: $0) }
  }

  /// Encodes the line of an answer.
  func buffer(_ answer: CommandAnswer) -> ByteBuffer? {
    (try? answer.line(coder)).map { ByteBuffer(bytes: $0) }
  }
}
