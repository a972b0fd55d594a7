import FoundationEssentials
import HeadingProtocol

/// Client side of a connection, over any transport: decodes bytes into lines for the stream.
///
/// The first line must be a greeting of a supported protocol version; then the request is sent.
/// Everything here runs on the thread of the transport.
package final class ClientSession {
  /// What a session begins with.
  struct Start: Sendable {
    let address: ServerAddress
    let credentials: ClientCredentials
    /// Sent after the greeting; `nil` for nothing.
    let request: Data?
    /// The longest time without input from the server; `nil` for any.
    let timeout: Duration?
    let output: AsyncThrowingStream<ServerLine, any Error>.Continuation
    /// Receives once whether the connection was made.
    let isOpen: @Sendable (HeadingClientError?) -> Void
  }

  private let start: Start
  private let channel: any ClientChannel
  private let coder = MessageCoder()
  private var reader = LineReader(limit: MessageCoder.longestLine)
  private var isOpen = false
  private var isOver = false
  private var isGreeted = false
  private var hasProved = false
  private var dropped = 0
  private var silenceEnd: SuspendingClock.Instant?
  private var admissionEnd: SuspendingClock.Instant?

  /// Time until the greeting, from the first byte of the handshake on.
  private static let longestAdmission = Duration.seconds(10)

  private var address: ServerAddress { start.address }
  private var output: AsyncThrowingStream<ServerLine, any Error>.Continuation { start.output }

  init(_ start: Start, on channel: any ClientChannel) {
    self.start = start
    self.channel = channel
  }

  // MARK: - Events of the transport

  /// The connection is made.
  package func opened() {
    noteInput()
    if start.credentials.transport != nil {
      admissionEnd = SuspendingClock.now + Self.longestAdmission
    }
    isOpen = true
    start.isOpen(nil)
  }

  /// Takes bytes from the server.
  package func received(_ bytes: some Sequence<UInt8>) {
    guard !isOver else { return }
    noteInput()
    var lines: [[UInt8]] = []
    let isReadable = (try? reader.append(bytes) { lines.append($0) }) != nil
    for line in lines {
      if isOver { return }
      take(line)
    }
    if !isReadable { end(.notHeadingd(address)) }
  }

  /// When ``deadlinePassed()`` is called; `nil` for never.
  package var deadline: SuspendingClock.Instant? {
    if isOver { return nil }
    guard let silenceEnd, let admissionEnd else { return silenceEnd ?? admissionEnd }
    return min(silenceEnd, admissionEnd)
  }

  /// The server has sent nothing, or no greeting, in time.
  package func deadlinePassed() {
    guard let deadline, deadline <= SuspendingClock.now else { return }
    end(.silent(address))
  }

  /// The connection was not made, or has failed.
  package func failed(_ error: HeadingClientError) {
    if isOpen {
      end(error)
    } else {
      isOver = true
      start.isOpen(error)
      output.finish()
    }
  }

  /// The connection has ended.
  package func closed() { failed(.connectionLost(address)) }

  // MARK: - Lines

  private func noteInput() {
    // A day at most, because longer times may overflow.
    silenceEnd = start.timeout.map {
      SuspendingClock.now + max(.zero, min($0, .seconds(86_400)))
    }
  }

  private func end(_ error: HeadingClientError) {
    guard !isOver else { return }
    isOver = true
    output.finish(throwing: error)
    channel.close()
  }

  private func take(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    guard let line = try? coder.message(ServerLine.self, from: Data(bytes)) else {
      return end(.notHeadingd(address))
    }
    if !isGreeted {
      // A server at its connection limit sends an error instead of the greeting.
      if case .error(let refusal) = line {
        return end(HeadingClientError(refusal, at: address))
      }
      guard case .greeting(let greeting) = line else { return end(.notHeadingd(address)) }
      guard greeting.version <= Greeting.currentVersion else {
        return end(.newerProtocol(address, version: greeting.version))
      }
      if let demand = greeting.authentication { return prove(demand) }
      isGreeted = true
      admissionEnd = nil
      if let request = start.request { channel.send(Array(request)) }
    }
    if case .error(let refusal) = line { return end(HeadingClientError(refusal, at: address)) }
    hand(line)
  }

  /// Sends the token that the server asks for; the greeting follows once it is accepted.
  private func prove(_ demand: String) {
    guard demand == Greeting.token, !hasProved else {
      return end(
        .notAdmitted(
          address, reason: "it asks for what this program does not know: update this program"))
    }
    // Without encryption there is no token to send, whoever asks for it.
    guard let token = start.credentials.token,
      let line = try? coder.line(Authentication(token: token))
    else {
      return end(
        .notAdmitted(
          address,
          reason: "it asks for a token: give --token-file, a copy of its `listen.tcp.token_file`"))
    }
    hasProved = true
    channel.send(Array(line))
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
    case .recording: end(.tooSlow(address))
    default: break
    }
  }
}
