import FoundationEssentials
import Glibc
import HeadingClock
import HeadingMAVLink
import HeadingSensing
import HeadingSystem
import Synchronization

/// The loop of a feed's thread: reads every endpoint and passes the sessions' events on.
struct FeedLoop {
  /// Largest number of connections to a Unix socket.
  static let mostConnections = 8

  /// Largest number of bytes that a connection may send without a declaration: a second of the
  /// fastest sender, 4000 samples of 128 bytes, since a bridge from a serial line repeats it so often.
  static let mostUndeclared = 524_288

  /// Time within which a connection must have declared itself, s.
  static let declarationLimit = 10.0

  /// Time without a message after which a datagram's sender is gone, s.
  static let senderLimit = 5.0

  /// Largest number of problems that are kept for people who look for a fault.
  static let mostProblems = 8

  /// Time between two attempts to open a serial line, s.
  static let retry = 1.0

  let hub: FeedHub
  let wake: WakePipe
  let settings: FeedSettings
  /// The ports stay open as long as this array.
  let ports: [(endpoint: FeedEndpoint, port: FeedPort?)]
  var links: [Int: FeedLink] = [:]
  var nextLink = 0
  var buffer = [UInt8](repeating: 0, count: 65_536)
  private var notices = FeedNotices()
  private var budget = WorkBudget()
  private let accepted = AcceptedSignatures()

  init(hub: FeedHub, wake: WakePipe, settings: FeedSettings, ports: [(FeedEndpoint, FeedPort?)]) {
    self.hub = hub
    self.wake = wake
    self.settings = settings
    self.ports = ports
  }

  var now: BootTime { SystemClock().bootTime }

  /// Reads until the receiver is gone.
  mutating func run() {
    for (endpoint, _) in ports {
      switch endpoint {
      case .standardInput:
        links[add(STDIN_FILENO, endpoint)]?.isFile = Self.isInputFile
      case .serial, .tcp: add(-1, endpoint)
      case .socket, .udp: break
      }
    }
    while !hub.state.withLock({ $0.isStopped }) {
      openLinks()
      turn()
      greetSink()
      // After its notices: whoever waits for the end stops listening then.
      if links.isEmpty, ports.allSatisfy({ $0.endpoint == .standardInput }) { hub.ended() }
      check()
      rest()
    }
    for link in links.values where link.descriptor > STDIN_FILENO && !isUDP(link) {
      close(link.descriptor)
    }
  }

  /// Waits where more comes than this thread may work for; the senders of a stream wait with it.
  private mutating func rest() {
    var worked = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked)
    let pause = budget.rest(
      at: now, after: Double(worked.tv_sec) + Double(worked.tv_nsec) * 1e-9)
    if pause > 0 { usleep(UInt32(min(pause, 0.1) * 1e6)) }
  }

  @discardableResult
  mutating func add(_ descriptor: Int32, _ endpoint: FeedEndpoint) -> Int {
    nextLink &+= 1
    links[nextLink] = FeedLink(
      descriptor: descriptor, endpoint: endpoint, session: session(endpoint), declared: now)
    return nextLink
  }

  private func session(_ endpoint: FeedEndpoint) -> FeedSession {
    if let controller = settings.flightController, controller.endpoint == endpoint {
      return FeedSession(controller, clock: .shared, accepted: accepted)
    }
    return FeedSession(
      endpoint: endpoint.name, format: settings.format, beginsWhole: endpoint.beginsWhole)
  }

  private func isUDP(_ link: FeedLink) -> Bool {
    if case .udp = link.endpoint { return true }
    return false
  }

  /// Waits for bytes, at most a tenth of a second, and reads them.
  private mutating func turn() {
    var entries = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
    for (_, port) in ports {
      entries.append(pollfd(fd: port?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    }
    let isAwaited = hub.state.withLock { $0.sink != nil }
    var identifiers: [Int] = []
    var held: [Int] = []
    var limit = 0.1
    for (identifier, link) in links where !isUDP(link) {
      guard let pause = pause(of: link, isAwaited: isAwaited) else { continue }
      if pause > 0 || !link.held.isEmpty {
        limit = min(limit, pause)
        held.append(identifier)
        continue
      }
      identifiers.append(identifier)
      let events = link.isConnecting ? POLLOUT : POLLIN
      entries.append(pollfd(fd: link.descriptor, events: Int16(events), revents: 0))
    }
    let count = unsafe poll(&entries, nfds_t(entries.count), Int32((limit * 1000).rounded(.up)))
    for identifier in held { takeHeld(identifier, isAwaited: isAwaited) }
    guard count > 0 else { return }
    if entries[0].revents != 0 { wake.drain() }
    for (index, (endpoint, port)) in ports.enumerated() where entries[index + 1].revents != 0 {
      guard let port else { continue }
      switch endpoint {
      case .socket: accept(port, endpoint)
      case .udp: receive(port, endpoint)
      case .tcp, .serial, .standardInput: break
      }
    }
    for (index, identifier) in identifiers.enumerated()
    where entries[ports.count + 1 + index].revents != 0 {
      if links[identifier]?.isConnecting == true {
        connected(identifier)
      } else {
        read(identifier, isAwaited: isAwaited)
      }
    }
  }

  private mutating func accept(_ port: FeedPort, _ endpoint: FeedEndpoint) {
    let descriptor = Glibc.accept(port.descriptor, nil, nil)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard links.values.count(where: \.isConnection) < Self.mostConnections else {
      close(descriptor)
      note(
        .warning, "\(endpoint.name) has \(Self.mostConnections) senders; another one was refused")
      return
    }
    add(descriptor, endpoint)
  }

  private mutating func read(_ identifier: Int, isAwaited: Bool) {
    guard var link = links.removeValue(forKey: identifier) else { return }
    let count = unsafe Glibc.read(link.descriptor, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR {
      links[identifier] = link
      return
    }
    if count > 0 {
      let outputs =
        link.endpoint == .standardInput
        ? take(piped: buffer[..<count], &link, isAwaited: isAwaited)
        : take(buffer[..<count], &link, isDatagram: false)
      links[identifier] = link
      put(outputs, of: link)
      return
    }
    let outputs = link.session.end(at: now, because: Self.reasonOfEnd(link))
    if link.descriptor > STDIN_FILENO { close(link.descriptor) }
    if link.endpoint.isReopened {
      link.descriptor = -1
      link.retry = now.advanced(bySeconds: Self.retry)
      link.session = session(link.endpoint)
      links[identifier] = link
    }
    put(outputs)
  }

  /// Takes what was read of standard input before.
  private mutating func takeHeld(_ identifier: Int, isAwaited: Bool) {
    guard var link = links.removeValue(forKey: identifier) else { return }
    let outputs = take(piped: link.held[...], &link, isAwaited: isAwaited)
    links[identifier] = link
    put(outputs)
  }

  /// Reads datagrams: the first sender that declares itself is used until it ends.
  private mutating func receive(_ port: FeedPort, _ endpoint: FeedEndpoint) {
    for _ in 0..<64 {
      let (count, sender) = datagram(port.descriptor)
      guard count > 0 else { return }
      let senders = links.filter { $0.value.endpoint == endpoint }
      if let current = senders.values.first(where: { $0.session.declaration != nil }),
        current.sender != sender
      {
        note(
          .warning,
          "\(current.session.name) delivers already; another sender on \(endpoint.name) is refused"
        )
        continue
      }
      let current = senders.first { $0.value.sender == sender }
      if current == nil, senders.count >= Self.mostConnections { makeRoom(among: senders) }
      let identifier = current?.key ?? add(port.descriptor, endpoint)
      guard var link = links.removeValue(forKey: identifier) else { return }
      link.sender = sender
      let outputs = take(buffer[..<count], &link, isDatagram: true)
      if link.session.declaration != nil || link.session.isFlightController {
        links[identifier] = link
      }
      put(outputs, of: link)
    }
  }

  /// Forgets the sender that sent a valid message the longest time ago, or never.
  private mutating func makeRoom(among senders: [Int: FeedLink]) {
    let start = BootTime(nanoseconds: 0)
    let oldest = senders.min {
      ($0.value.session.lastMessage ?? start) < ($1.value.session.lastMessage ?? start)
    }
    if let oldest { links[oldest.key] = nil }
  }

  private mutating func datagram(_ descriptor: Int32) -> (count: Int, sender: [UInt8]) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let count = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe recvfrom(
        descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT),
        start.assumingMemoryBound(to: sockaddr.self), &size)
    }
    let sender = unsafe withUnsafeBytes(of: address) { unsafe Array($0.prefix(Int(size))) }
    return (count, sender)
  }

  mutating func take(
    _ bytes: ArraySlice<UInt8>, _ link: inout FeedLink, isDatagram: Bool
  ) -> [FeedOutput] {
    let now = now
    if link.session.isDeclared {
      link.declared = now
      link.undeclared = 0
    } else {
      link.undeclared += bytes.count
    }
    return link.session.take(bytes, isDatagram: isDatagram, at: now) { declaration in
      for other in links.values {
        guard let theirs = other.session.declaration else { continue }
        for sensor in declaration.sensors where sensor.quantity != .temperature {
          if theirs.sensors.contains(where: { $0.quantity == sensor.quantity }) {
            return
              "declares \(sensor.quantity.name), which \(other.session.name) delivers already: "
              + "one sender a sensor"
          }
        }
      }
      return nil
    }
  }

  private static func reasonOfEnd(_ link: FeedLink) -> String {
    switch link.endpoint {
    case .serial: "the line was unplugged"
    case .standardInput: "the input ended"
    case .socket, .udp, .tcp: "it closed its side"
    }
  }

  /// Passes waiting notices on, and to a sink that is new the state of every sensor.
  private mutating func greetSink() {
    let (sink, isNew, quantities) = hub.state.withLock { state in
      defer { state.isSinkNew = false }
      return (state.sink, state.isSinkNew, state.quantities)
    }
    guard let sink else { return }
    let now = now
    if isNew {
      // Sensors whose sender has ended are the feed's all the same.
      var lost = quantities
      for link in links.values {
        guard let declaration = link.session.declaration else { continue }
        lost.subtract(declaration.sensors.map(\.quantity))
        if declaration.isSimulated { sink.deliver(.simulated(now, true)) }
        sink.deliver(link.session.statuses(at: now))
      }
      if hub.state.withLock({ $0.hasFixes }), !links.values.contains(where: \.session.hasFix) {
        sink.deliver(.status(SensorStatus(time: now, sensor: .gnss, state: .absent)))
      }
      for kind in lost.compactMap(\.kind) {
        sink.deliver(.status(SensorStatus(time: now, sensor: kind, state: .absent)))
      }
    }
    for notice in notices.take(at: now) { sink.notice(notice) }
  }

  /// Ends what has been silent for too long.
  private mutating func check() {
    let now = now
    for (identifier, var link) in links {
      let outputs = link.session.check(at: now)
      links[identifier] = link
      put(outputs, of: link)
      if link.isConnection, let excess = Self.excess(of: link, at: now) {
        links[identifier] = nil
        let outputs = link.session.end(at: now, because: "its new declaration was refused")
        close(link.descriptor)
        note(.warning, "a sender on \(link.endpoint.name) \(excess) and was disconnected")
        put(outputs)
      } else if isUDP(link),
        now.seconds(since: link.session.lastMessage ?? link.declared) > Self.senderLimit
      {
        links[identifier] = nil
        put(link.session.end(at: now, because: "it stopped sending"))
      }
    }
  }

  /// What a connection has done for too long without a declaration in force; `nil` for nothing.
  private static func excess(of link: FeedLink, at now: BootTime) -> String? {
    guard !link.session.isDeclared else { return nil }
    if link.undeclared >= mostUndeclared {
      return "sent \(mostUndeclared) bytes without a valid declaration"
    }
    return now.seconds(since: link.declared) > declarationLimit
      ? "had no valid declaration for \(Int(declarationLimit)) s" : nil
  }

  // MARK: - Output

  private mutating func put(_ outputs: [FeedOutput], of link: FeedLink? = nil) {
    guard !outputs.isEmpty else { return }
    let senders = links.sorted { $0.key < $1.key }.compactMap(\.value.session.sender)
    let sink = hub.state.withLock { state in
      state.senders = senders
      return state.sink
    }
    for output in outputs {
      switch output {
      case .events(let events): sink?.deliver(events)
      case .notice(let notice): note(notice.severity, notice.message)
      case .declared(let declaration): hub.declared(declaration)
      case .fixes: hub.state.withLock { $0.hasFixes = true }
      case .reply(let bytes): link?.send(bytes)
      case .refusal(let reason):
        guard let link, link.isConnection else { continue }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let object = try? encoder.encode(["error": "the sender \(reason)"]) else { continue }
        link.send(Array(object) + [UInt8(ascii: "\n")])
      }
    }
  }

  /// Keeps a notice until a sink receives it.
  mutating func note(_ severity: SensorNotice.Severity, _ text: String) {
    notices.add(SensorNotice(severity, nil, text))
    guard severity != .info else { return }
    hub.state.withLock { state in
      state.problems.removeAll { $0 == text }
      if state.problems.count >= Self.mostProblems { state.problems.removeFirst() }
      state.problems.append(text)
    }
  }
}
