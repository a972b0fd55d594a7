import FoundationEssentials
import Glibc
import HeadingAuthorization
import HeadingProtocol
import NIOCore

/// Channel handler of one subscriber; confined to the server's event loop.
///
/// Lines are written while the socket is writable. Otherwise only the newest line is kept or, for a
/// subscriber that requested all of them, a bounded queue; so a stalled client delays no other.
final class SubscriberHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    /// Subscribed.
    case open
    /// Being rejected: the reason is being sent, and further input is discarded.
    case closing
  }

  /// Largest backlog of a client that requested a stream without gaps, bytes: a full mailbox of
  /// recordings in base64, twice.
  private static let maximumBytes = 1 << 23

  let hub: SubscriberHub
  private let coder = MessageCoder()
  private var reader: LineReader
  private var lines: [[UInt8]] = []
  private var isTaking = false
  private var allowance: RequestAllowance
  private var backlog = Backlog<ByteBuffer>()
  private var queue: LineQueue<ByteBuffer>
  private var filter = UpdateFilter()
  private var request = Request.initial
  private var missedSamples = 0
  private var waitingAnswers = 0
  let level: AccessLevel
  private let isKnown: Bool
  let credentials: PeerCredentials?
  /// The address of a client of another machine.
  let address: String?
  private var state = State.open
  private(set) var context: ChannelHandlerContext?

  /// The client's effective rights.
  var rights: ViewerRights

  /// Identification state of the client's program.
  var identity = ProgramIdentity.none

  /// Number of commands about authorization and guided calibrations without an answer.
  var commandsUnderWay = 0

  /// Whether the client has announced itself as a location program.
  var isAnnounced = false

  /// Token of the client as an agent in the question queue.
  var agent: UInt64?

  /// The client in the guided calibrations, once it has sent a command about one.
  var calibrator: CalibrationService.Client?

  /// State of the client's recording.
  var recording = RecordingState.none

  /// Whether there are writes that are not flushed.
  private var isHeld = false

  /// Creates a subscriber; the level is `nil` if the account lookup timed out, the longest request for that of the
  /// settings.
  init(
    hub: SubscriberHub, level known: AccessLevel?, credentials: PeerCredentials?,
    longestRequest: Int? = nil, address: String? = nil
  ) {
    self.hub = hub
    self.address = address
    let level = known ?? AccessLevel.none
    self.level = level
    isKnown = known != nil
    self.credentials = credentials
    rights = ViewerRights(level)
    reader = LineReader(limit: longestRequest ?? hub.settings.longestRequest)
    allowance = RequestAllowance(perSecond: hub.settings.requestsPerSecond)
    queue = LineQueue(limit: hub.settings.longestQueue, byteLimit: Self.maximumBytes) {
      $0.readableBytes
    }
  }

  /// Whether the client requested a content.
  func wants(_ content: Content) -> Bool { request.contents?.contains(content) ?? false }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if !isKnown {
      refuse(
        .accounts, "the system's lists of users and groups do not answer; try again later")
    } else if level == .none {
      refuse(
        .access,
        "this user may not connect; the daemon's configuration says who may, by default members of "
          + "the group \(hub.settings.group)")
    } else if hub.add(self) {
      write(hub.greeting)
      flush()
      if hub.authorizer?.scope == .everyone { identify() }
    } else {
      refuse(.connections, "there are too many subscribers; try again later")
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    hub.remove(self)
    endAuthorization()
    endCalibration()
    state = .closing
    self.context = nil
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The connection is broken; `channelInactive` cleans up.
    if let failure = error as? IOError, failure.errnoCode == ETIMEDOUT {
      hub.noteStall(of: context.remoteAddress?.ipAddress ?? "unknown")
    }
    context.close(promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      if let delivery = backlog.drain() { write(delivery) }
      drainQueue()
      flush()
    }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .open = state else { return }
    let bytes = unwrapInboundIn(data).readableBytesView
    var problem: String?
    do {
      try reader.append(bytes) { lines.append($0) }
    } catch {
      problem = "a request is longer than \(error.limit) bytes"
    }
    takeLines()
    if let problem { refuse(.requestSize, problem) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Half-closed by the peer: an open subscriber still reads, a rejected one is closed.
    if case .closing = state, case .inputClosed? = event as? ChannelEvent {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Flushes pending writes with one system call.
  func flush() {
    guard isHeld, let context else { return }
    isHeld = false
    context.flush()
  }

  /// Whether the socket accepts more after flushing pending writes.
  private func isWritable(_ context: ChannelHandlerContext) -> Bool {
    if !context.channel.isWritable { flush() }
    return context.channel.isWritable
  }

  /// Offers an update that is encoded once for all; it is sent with ``flush()``.
  func offer(_ update: inout EncodedUpdate, missedBefore: Int) {
    guard case .open = state, let context, wants(.updates) else { return }
    if missedBefore > 0, filter.isOpen {
      if request.delivery == .all {
        return refuse(.backlog, "lines were lost before they could be sent")
      }
      backlog.miss(missedBefore)
    }
    filter.seesPlace = rights.level >= .full
    guard filter.admits(update.message) else { return }
    let line = update.line(for: rights)
    if request.delivery == .all { return put(line) }
    if let delivery = backlog.offer(line, isWritable: isWritable(context)) { write(delivery) }
  }

  /// Offers another line that is encoded once for all; it is sent with ``flush()``.
  func offer(_ line: ByteBuffer, least: AccessLevel) {
    guard case .open = state, let context, rights.level >= least, !rights.hidesHeading else {
      return
    }
    if request.delivery == .all { return put(line) }
    guard isWritable(context) else {
      missedSamples += 1
      return
    }
    write(line)
  }

  /// Writes a line, or appends it to the queue if lines are waiting.
  func put(_ line: ByteBuffer) {
    guard queue.put(line) else {
      return refuse(
        .backlog,
        "all lines were asked for, and more than \(queue.limit) or \(queue.byteLimit >> 20) MB wait: "
          + "read faster, or ask for the newest")
    }
    drainQueue()
  }

  private func drainQueue() {
    guard case .open = state, let context, !queue.isEmpty else { return }
    while isWritable(context), let line = queue.take() { write(line) }
  }

  /// Closes the connection.
  func close() {
    state = .closing
    context?.close(promise: nil)
  }

  /// Processes the received lines in order.
  ///
  /// Guarded against reentrancy: a failed write to a disconnected client makes NIO deliver its
  /// pending input, so lines arrive while one is processed.
  private func takeLines() {
    guard !isTaking else { return }
    isTaking = true
    defer { isTaking = false }
    while !lines.isEmpty { take(lines.removeFirst()) }
  }

  private func take(_ line: [UInt8]) {
    guard case .open = state else { return }
    guard allowance.admits(at: .now()) else {
      return refuse(.requestRate, "too many requests in a second")
    }
    if line.isEmpty { return }
    let data = Data(line)
    do {
      return follow(try coder.message(Command.self, from: data))
    } catch let failure as CommandFailure {
      hub.note(
        Command.Name(rawValue: failure.command), [:], from: credentials, at: address,
        .failure(failure))
      return tell(failure)
    } catch {
      // Not a command; try a request.
    }
    guard let wish = try? coder.message(Request.self, from: data) else {
      return refuse(
        .request, "a request that is not understood; docs/protocol.md says what can be asked for")
    }
    if let problem = wish.problem { return refuse(.request, problem) }
    let mayAnswer = level >= .control && address == nil
    if wish.contents?.contains(.questions) == true, !mayAnswer {
      return refuse(
        .access, "this client may not answer questions; \(AccessPolicy.whereToRead)")
    }
    if wish.contents?.contains(.recording) == true, level < .full {
      return refuse(
        .access, "this client may not see all that a recording holds; \(AccessPolicy.whereToRead)")
    }
    request.merge(wish)
    if hub.beginRecording == nil { request.contents?.removeAll { $0 == .recording } }
    if let rate = wish.rate { filter.rate = rate }
    if let degrees = wish.headingFilter { filter.heading = degrees }
    if let metres = wish.distanceFilter { filter.distance = metres }
    hub.requestsChanged()
    // Irrevocable: a client stays subject to program authorization.
    if hub.authorizer == nil { request.authorization = nil }
    if request.authorization == false, identity.isIdentified { request.authorization = true }
    // Before the answer, which tells an agent that it is registered, or is so no more.
    listenToQuestions()
    tell(request)
    if request.authorization == true { announce() }
    followRecordingWish()
  }

  private func follow(_ command: Command) {
    guard let context else { return }
    // Programs and the decisions about them are matters of this machine's users.
    if command.isAboutAuthorization, address != nil {
      let failure = CommandFailure(command, "programs are authorized on the daemon's machine only")
      return self.answer(command, .failure(failure))
    }
    if command.isAboutAuthorization, hub.authorizer != nil { return answerAuthorization(command) }
    if command.isAboutGuidedCalibration, hub.calibrations != nil {
      return answerCalibration(command)
    }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (commands, level, load) = (hub.commands, level, hub.load)
    Task {
      let answer = await commands(command, level, load)
      bound.eventLoop.execute { bound.value.answer(command, answer) }
    }
  }

  /// Answers a command.
  func answer(_ command: Command, _ answer: CommandAnswer) {
    hub.note(command.name, command.facts, from: credentials, at: address, answer)
    if let line = hub.buffer(answer) { send(line) }
  }

  /// Sends a line to this client only, unless it is being rejected.
  func tell(_ message: some Encodable) {
    if let line = hub.buffer(message) { send(line) }
  }

  /// Sends what a client gets without asking; the newest is enough for one that does not read.
  func offer(_ news: CommandAnswer) {
    guard case .open = state, let context else { return }
    switch news {
    case .calibrationProgress, .restProgress: guard isWritable(context) else { return }
    default: break
    }
    if let line = hub.buffer(news) { send(line) }
  }

  /// Sends an answer; a client that does not read its answers is rejected.
  private func send(_ line: ByteBuffer) {
    guard case .open = state, let context else { return }
    let size = line.readableBytes
    guard waitingAnswers + size <= hub.settings.longestAnswers else {
      return refuse(
        .unreadAnswers, "the answers to what was asked wait unread: read them, or ask less often")
    }
    waitingAnswers += size
    isHeld = true
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.write(wrapOutboundOut(line)).whenComplete { _ in bound.value.waitingAnswers -= size }
    flush()
  }

  private func write(_ delivery: Backlog<ByteBuffer>.Release) {
    let missed = delivery.missed + missedSamples
    missedSamples = 0
    if missed > 0, let count = hub.buffer(MissedLines(count: missed)) {
      hub.noteMissed(missed)
      write(count)
    }
    write(delivery.line)
  }

  private func write(_ line: ByteBuffer) {
    isHeld = true
    context?.write(wrapOutboundOut(line), promise: nil)
  }

  /// Sends the reason and closes the output; closes the connection when the peer does, or after the
  /// `closeTimeout`.
  ///
  /// Closing a TCP socket with unread input sends a reset, which can discard the reason at the
  /// peer.
  func refuse(_ kind: RefusalReason, _ reason: String) {
    guard case .open = state, let context else { return }
    state = .closing
    queue.clear()
    hub.remove(self)
    endCalibration()
    hub.noteRefusal(kind)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let timeout = TimeAmount.milliseconds(Int64(hub.settings.closeTimeout * 1000))
    context.eventLoop.scheduleTask(in: timeout) { bound.value.close(promise: nil) }
    guard let line = hub.buffer(Refusal(reason, code: kind.rawValue)) else {
      return context.close(promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(line)).whenComplete { _ in
      bound.value.close(mode: .output, promise: nil)
    }
  }
}
