import Glibc
import Synchronization

/// A connection to a stream socket, with a thread of its own.
///
/// It leaves the signals of the process alone. Closing it ends it at once, also while a name is
/// looked up or the peer does not answer.
package final class StreamConnection: Sendable {
  private struct State {
    var outgoing: [UInt8] = []
    var isClosed = false
    var isCongested = false
    var addresses: [StreamAddress]?
  }

  /// The most that waits for a peer that does not read, bytes.
  private static let longestQueue = 1 << 20

  /// Longest time until one of the addresses has answered.
  package static let connectTime = Duration.seconds(3)

  /// Time after which the next address is tried too.
  private static let attemptTime = Duration.milliseconds(250)

  private let destination: StreamDestination
  private let keepsAlive: Bool
  private let state = Mutex(State())
  private let pipe: WakePipe?

  /// Creates a connection, which ``start(_:)`` opens.
  ///
  /// - Parameters:
  ///   - destination: Where it leads to.
  ///   - keepsAlive: Whether a peer that has vanished is noticed, within 25 s.
  package init(to destination: StreamDestination, keepsAlive: Bool = false) {
    self.destination = destination
    self.keepsAlive = keepsAlive
    pipe = WakePipe()
  }

  /// Opens the connection on a thread of its own.
  ///
  /// - Parameter makeHandler: Makes, on that thread, what uses the stream.
  package func start(_ makeHandler: @escaping @Sendable () -> any StreamHandler) {
    guard let pipe else { return makeHandler().ended(.system(EMFILE)) }
    let isStarted = SystemThread.start {
      // The program's signals are for its own threads.
      var signals = sigset_t()
      unsafe sigfillset(&signals)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      let handler = makeHandler()
      do throws(StreamFailure) {
        try self.run(handler, pipe)
        handler.ended(nil)
      } catch {
        handler.ended(error)
      }
    }
    if !isStarted { makeHandler().ended(.system(EAGAIN)) }
  }

  /// Queues bytes; a peer that leaves more than 1 MB unread loses the connection.
  package func send(_ bytes: some Sequence<UInt8>) {
    state.withLock { state in
      guard !state.isClosed, !state.isCongested else { return }
      state.outgoing += bytes
      state.isCongested = state.outgoing.count > Self.longestQueue
    }
    pipe?.wake()
  }

  /// Lets the handler know, by ``StreamHandler/waits()``, that there is something to do.
  package func wake() { pipe?.wake() }

  /// Ends the connection at once; what was sent goes out if there is room for it.
  package func close() {
    state.withLock { $0.isClosed = true }
    pipe?.wake()
  }

  // MARK: - The thread

  private func run(_ handler: any StreamHandler, _ pipe: WakePipe) throws(StreamFailure) {
    let socket = try connect(try addresses(pipe), pipe)
    handler.opened()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      handler.waits()
      let hasOutput: Bool
      do throws(StreamFailure) { hasOutput = try write(to: socket) } catch {
        try check()
        throw error
      }
      try check()
      let events = Int16(POLLIN) | (hasOutput ? Int16(POLLOUT) : 0)
      let ready = try wait([(socket.descriptor, events)], until: handler.deadline, pipe)
      if state.withLock({ $0.isClosed }) { continue }
      if ready[0] & ~Int16(POLLOUT) != 0, let count = try socket.receive(&buffer) {
        if count == 0 { return }
        handler.received(buffer[..<count])
      }
      if let deadline = handler.deadline, SuspendingClock.now >= deadline {
        handler.deadlinePassed()
      }
    }
  }

  private func check() throws(StreamFailure) {
    let (isClosed, isCongested) = state.withLock { ($0.isClosed, $0.isCongested) }
    if isClosed { throw .closed }
    if isCongested { throw .congested }
  }

  /// Writes what the socket takes; returns whether more waits.
  private func write(to socket: StreamSocket) throws(StreamFailure) -> Bool {
    let bytes = state.withLock { $0.outgoing }
    if bytes.isEmpty { return false }
    let count: Int
    do {
      count = try socket.send(bytes[...])
    } catch {
      // The peer may have said why before it closed.
      if error == .system(EPIPE) || error == .system(ECONNRESET) {
        state.withLock { $0.outgoing = [] }
        return false
      }
      throw error
    }
    return state.withLock { state in
      state.outgoing.removeFirst(count)
      return !state.outgoing.isEmpty
    }
  }

  /// Waits for the first of some descriptors, a call of another thread, or a time.
  ///
  /// - Returns: The events of each descriptor.
  private func wait(
    _ sockets: [(descriptor: CInt, events: Int16)], until time: SuspendingClock.Instant?,
    _ pipe: WakePipe
  ) throws(StreamFailure) -> [Int16] {
    var polled = sockets.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    polled.append(pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0))
    var milliseconds: CInt = -1
    if let time {
      // Rounded up, so that the time has come when `poll` returns.
      let rest = SuspendingClock.now.duration(to: time) / .milliseconds(1)
      milliseconds = CInt(max(0, min(rest.rounded(.up), 3_600_000)))
    }
    if unsafe poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR {
      throw .system(errno)
    }
    if polled[sockets.count].revents != 0 { pipe.drain() }
    return polled.dropLast().map(\.revents)
  }

  private func addresses(_ pipe: WakePipe) throws(StreamFailure) -> [StreamAddress] {
    switch destination {
    case .path(let path):
      guard let address = StreamAddress(path: path) else { throw .pathTooLong }
      return [address]
    case .host(let host, let port):
      let numeric = StreamAddress.of(host, port: port, isNumeric: true)
      if !numeric.isEmpty { return numeric }
      // A thread of its own, because nothing ends the wait for a name server.
      let isStarted = SystemThread.start { [weak self] in
        let addresses = StreamAddress.of(host, port: port, isNumeric: false)
        guard let self else { return }
        self.state.withLock { $0.addresses = addresses }
        pipe.wake()
      }
      guard isStarted else { throw .system(EAGAIN) }
      while true {
        try check()
        if let addresses = state.withLock({ $0.addresses }) {
          guard !addresses.isEmpty else { throw .unknownHost }
          return addresses
        }
        _ = try wait([], until: nil, pipe)
      }
    }
  }

  /// Connects to the first address that answers; each is tried, without waiting for the one before.
  private func connect(
    _ addresses: [StreamAddress], _ pipe: WakePipe
  ) throws(StreamFailure) -> StreamSocket {
    let end = SuspendingClock.now + Self.connectTime
    var rest = addresses[...]
    var next = SuspendingClock.now
    var pending: [StreamSocket] = []
    var failures: [StreamFailure] = []
    while true {
      try check()
      let now = SuspendingClock.now
      if let address = rest.first, pending.isEmpty || now >= next {
        rest.removeFirst()
        next = now + Self.attemptTime
        do { pending.append(try StreamSocket(address, keepsAlive: keepsAlive)) } catch {
          failures.append(error)
        }
        continue
      }
      if pending.isEmpty || now >= end {
        if !pending.isEmpty { failures.append(.noAnswer) }
        throw failures.max { $0.weight < $1.weight } ?? .noAnswer
      }
      let ready = try wait(
        pending.map { ($0.descriptor, Int16(POLLOUT)) }, until: rest.isEmpty ? end : min(next, end),
        pipe)
      for (socket, events) in zip(pending, ready) where events != 0 {
        guard let failure = socket.connectFailure else { return socket }
        failures.append(failure)
        pending.removeAll { $0 === socket }
      }
    }
  }
}
