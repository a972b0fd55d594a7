package import HeadingSensing

/// One sender of a feed, from its bytes to events: without sockets and clocks.
///
/// Memory and work are bounded for any bytes: records have a largest length, messages a budget, and
/// each fault is reported once.
package struct FeedSession {
  private let endpoint: String
  /// Whether the first byte begins a message: what is of neither form is then no part of a message.
  private let beginsWhole: Bool
  private var framer: FeedFramer
  private var budget = MessageBudget()
  private var partial = PartialDeclaration()
  private var streams: [FeedSensorStream] = []
  private var reported: Set<String> = []
  /// The sender's last declaration that differed from the one before, and when it came.
  private var latest: (declaration: FeedDeclaration, time: BootTime)?
  /// Whether it sent a complete record.
  private var hasMessage = false
  /// Whether the sender's last declaration was refused: its samples are of no known form.
  private var isRefused = false

  /// Time between two different declarations, s: each one may begin another search for sensors.
  static let changePause = 1.0

  /// The declaration in force.
  package private(set) var declaration: FeedDeclaration?

  /// Whether the sender's samples are used.
  var isDeclared: Bool { declaration != nil && !isRefused }

  /// When the last valid message arrived.
  package internal(set) var lastMessage: BootTime?

  /// The decoder of a flight controller, whose messages are MAVLink's.
  var controller: FlightControllerDecoder?

  /// Whether a receiver of the sender delivered a fix.
  var hasFix = false

  /// Starts with a sender.
  ///
  /// - Parameters:
  ///   - endpoint: Where it sends to, for messages.
  ///   - format: The form of its messages.
  ///   - beginsWhole: Whether the first byte begins a message, as on a connection.
  package init(endpoint: String, format: FeedFormat, beginsWhole: Bool = false) {
    self.endpoint = endpoint
    self.beginsWhole = beginsWhole
    framer = FeedFramer(format: format)
  }

  /// The sender; `nil` without a declaration.
  var sender: FeedSender? {
    declaration.map {
      FeedSender(endpoint: endpoint, declaration: $0, rates: streams.map(\.rate))
    }
  }

  /// Name of the sender in messages.
  package var name: String { (declaration?.device ?? "the sender") + " on " + endpoint }

  /// Processes bytes.
  ///
  /// - Parameters:
  ///   - bytes: What arrived.
  ///   - isDatagram: Whether they are a whole datagram.
  ///   - now: When they arrived.
  ///   - claim: Returns why a declaration cannot take effect, such as another sender of a sensor.
  /// - Returns: What happened, in order.
  package mutating func take(
    _ bytes: ArraySlice<UInt8>, isDatagram: Bool = false, at now: BootTime,
    claim: (FeedDeclaration) -> String?
  ) -> [FeedOutput] {
    var outputs: [FeedOutput] = []
    if controller != nil {
      takeFrames(bytes, at: now, &outputs, claim)
      finishBlock(at: now, &outputs)
      return outputs
    }
    for record in framer.append(bytes, isDatagram: isDatagram) {
      hasMessage = true
      guard admit(at: now, &outputs) else { continue }
      do throws(FeedRefusal) {
        guard let message = try message(record) else { continue }
        lastMessage = now
        try take(message, at: now, &outputs, claim)
      } catch {
        refuse(error, &outputs)
      }
    }
    finishBlock(at: now, &outputs)
    return outputs
  }

  /// Whether another message may be decoded.
  mutating func admit(at now: BootTime, _ outputs: inout [FeedOutput]) -> Bool {
    if budget.take(at: now) { return true }
    fault("sends far more messages than its rates; the rest is dropped", &outputs)
    return false
  }

  /// Reports a refusal to users and the sender, once.
  mutating func refuse(_ error: FeedRefusal, _ outputs: inout [FeedOutput]) {
    if error.isOfDeclaration { isRefused = true } else if isRefused { return }
    if fault(error.reason, detail: error.detail, &outputs) {
      outputs.append(.refusal(error.reason + error.detail))
    }
  }

  /// Time by which the samples are ahead of the time since the first of them, s.
  ///
  /// A file is read in the time of its samples, since a service has no other present.
  func lead(at now: BootTime) -> Double { streams.map { $0.lead(at: now) }.max() ?? 0 }

  /// Detects silent sensors.
  package mutating func check(at now: BootTime) -> [FeedOutput] {
    var outputs: [FeedOutput] = []
    checkController(at: now, &outputs)
    for index in streams.indices
    where streams[index].state == .present || streams[index].state == .misaligned {
      guard let last = streams[index].lastArrival, now.seconds(since: last) > streams[index].timeout
      else { continue }
      report(.silent, of: index, at: now, &outputs)
      fault("stopped sending \(streams[index].sensor.name)", &outputs, .warning)
    }
    return outputs
  }

  /// The statuses of the sensors, for a new receiver of the events.
  package func statuses(at now: BootTime) -> [SensorEvent] {
    var states = streams.map { ($0.sensor.kind, $0.state) }
    states.append((.gnss, controller?.fixes.state))
    return states.compactMap { kind, state in
      guard let kind, let state else { return nil }
      return .status(SensorStatus(time: now, sensor: kind, state: state))
    }
  }

  /// Ends the session: its sensors are lost.
  package mutating func end(at now: BootTime, because reason: String) -> [FeedOutput] {
    var outputs: [FeedOutput] = []
    guard declaration != nil else {
      if beginsWhole, !hasMessage, framer.isWithinRecord {
        fault(
          "sent no complete message: a line ends with a line feed, a frame with a zero", &outputs,
          .warning)
      }
      return outputs
    }
    let text = departure(of: streams, because: reason)
    for index in streams.indices { report(.absent, of: index, at: now, &outputs) }
    let lost = controller?.end(at: now) ?? []
    if !lost.isEmpty { outputs.append(.events(lost)) }
    declaration = nil
    streams = []
    outputs.append(.notice(SensorNotice(.error, nil, text)))
    return outputs
  }

  /// What is said of a sender that is gone.
  private func departure(of lost: [FeedSensorStream], because reason: String) -> String {
    let text = "\(name) is gone, because \(reason)"
    return lost.isEmpty ? text : "\(text): no \(Self.list(lost.map(\.sensor)))"
  }

  private static func list(_ sensors: [FeedSensor]) -> String {
    sensors.map { "\($0.name) (\($0.quantity.name))" }.joined(separator: ", ")
  }

  // MARK: - Messages

  private mutating func message(_ record: FeedRecord) throws(FeedRefusal) -> FeedMessage? {
    switch record {
    case .tooLong:
      throw FeedRefusal(
        "sends a message that is longer than a line's \(FeedFormat.longestLine) or a frame's "
          + "\(FeedFormat.longestFrame) bytes")
    // Bytes are looked at in both forms until one of them is found.
    case .line where framer.format == .binary: return nil
    case .frame where framer.format == .json: return nil
    case .line(let line):
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
      if line.isEmpty { return nil }
      if framer.format == .auto, line.first != UInt8(ascii: "{") {
        guard beginsWhole, Self.isText(line) else { return nil }
        throw .noObject(Array(line))
      }
      let message = try FeedMessage(line: Array(line), declaration: declaration)
      framer.format = .json
      return message
    case .frame(let frame):
      guard let content = FeedFrame.content(of: frame) else {
        if framer.format == .auto {
          guard beginsWhole else { return nil }
          if frame.first == UInt8(ascii: "{") {
            throw FeedRefusal("ends lines with a zero; a line ends with a line feed")
          }
        }
        throw FeedRefusal("sends frames with a wrong checksum: bytes were lost or changed")
      }
      framer.format = .binary
      return try FeedMessage(content: content, declaration: declaration)
    }
  }

  /// Whether a line is written for people, unlike a part of a frame.
  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
      && String(validating: line, as: UTF8.self) != nil
  }

  mutating func take(
    _ message: FeedMessage, at now: BootTime, _ outputs: inout [FeedOutput],
    _ claim: (FeedDeclaration) -> String?
  ) throws(FeedRefusal) {
    switch message {
    case .declaration, .device, .sensor:
      guard let new = try declaration(message) else { return }
      if let reason = declare(new, at: now, &outputs, claim) {
        throw FeedRefusal(reason, isOfDeclaration: true)
      }
    case .samples(let samples):
      guard !isRefused else { return }
      for sample in samples where streams.indices.contains(sample.sensor) {
        if let complaint = streams[sample.sensor].take(sample.value, at: sample.time) {
          fault(complaint, &outputs, .warning)
        }
      }
    }
  }

  /// The declaration that a message completes.
  private mutating func declaration(
    _ message: FeedMessage
  ) throws(FeedRefusal) -> FeedDeclaration? {
    try FeedRefusal.ofDeclaration { () throws(FeedRefusal) in
      switch message {
      case .declaration(let new): return new
      case .device(let frame): try partial.begin(frame)
      case .sensor(let index, let frame): return try partial.add(frame, at: index)
      case .samples: break
      }
      return nil
    }
  }

  /// Puts a declaration into force, unless it is the present one, which a sender may repeat.
  ///
  /// - Returns: Why it is refused; `nil` if it is not.
  private mutating func declare(
    _ new: FeedDeclaration, at now: BootTime, _ outputs: inout [FeedOutput],
    _ claim: (FeedDeclaration) -> String?
  ) -> String? {
    let previous = latest?.time
    if latest?.declaration != new { latest = (new, now) }
    guard new != declaration else {
      isRefused = false
      return nil
    }
    if declaration != nil, let previous, now.seconds(since: previous) < Self.changePause {
      return "changes its declaration more often than once a second: the change is not used, and "
        + "samples are not used until it declares itself again"
    }
    if let reason = claim(new) { return reason }
    finishBlock(at: now, &outputs)
    isRefused = false
    // Sensors that the new declaration lacks are lost.
    let lost = streams.indices.filter { index in
      !new.sensors.contains { $0.quantity == streams[index].sensor.quantity }
    }
    for index in lost { report(.absent, of: index, at: now, &outputs) }
    if let declaration, declaration.device != new.device {
      let text = departure(
        of: lost.map { streams[$0] }, because: "its sender declares \(new.device) in its place")
      outputs.append(.notice(SensorNotice(.warning, nil, text)))
    }
    declaration = new
    reported = []
    streams = new.sensors.map {
      FeedSensorStream($0, of: new, isRateMeasured: isFlightController)
    }
    // A flight controller's rates are measured, and change when it is asked for others.
    if controller == nil { budget.allow(new) }
    outputs.append(.declared(new))
    if new.isSimulated { outputs.append(.events([.simulated(now, true)])) }
    outputs.append(
      .notice(
        SensorNotice(
          new.isSimulated ? .warning : .info, nil,
          "\(name) delivers \(new.isSimulated ? "SIMULATED " : "")\(Self.list(new.sensors))")))
    for stream in streams where stream.sensor.mount == nil {
      fault(
        "declares axes of \(stream.sensor.name) that are not perpendicular: its samples are not used",
        &outputs, .error)
    }
    return nil
  }

  /// Converts the samples since the last block, in the order of their times.
  private mutating func finishBlock(at now: BootTime, _ outputs: inout [FeedOutput]) {
    var events: [SensorEvent] = []
    for index in streams.indices {
      let (new, messages) = streams[index].finish(at: now)
      for message in messages { fault(message, &outputs, .warning) }
      if streams[index].lastArrival == now {
        report(
          streams[index].sensor.mount == nil ? .misaligned : .present, of: index, at: now, &outputs)
      }
      events += new
    }
    guard !events.isEmpty else { return }
    // The sort is stable.
    outputs.append(.events(events.sorted { $0.time < $1.time }))
  }

  // MARK: - Reports

  private mutating func report(
    _ state: SensorStatus.State, of index: Int, at now: BootTime, _ outputs: inout [FeedOutput]
  ) {
    guard streams[index].state != state else { return }
    streams[index].state = state
    guard let kind = streams[index].sensor.kind else { return }
    outputs.append(.events([.status(SensorStatus(time: now, sensor: kind, state: state))]))
  }

  /// Reports a fault once, whatever its detail; returns whether it is new.
  @discardableResult
  mutating func fault(
    _ text: String, detail: String = "", _ outputs: inout [FeedOutput],
    _ severity: SensorNotice.Severity = .error
  ) -> Bool {
    guard reported.count < 64, reported.insert(text).inserted else { return false }
    outputs.append(.notice(SensorNotice(severity, nil, "\(name) \(text)\(detail)")))
    return true
  }
}
