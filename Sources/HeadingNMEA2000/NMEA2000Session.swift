import HeadingClock
import HeadingGeometry
package import HeadingSensing

/// What the devices of a network say, as events; without socket and clock.
///
/// - A device is used once its NAME is known, or if it has not said it within 1.25 s after it was
///   asked; one that is an output of this machine never.
/// - Of each quantity one sender is used, see `SenderChoice`. The course and the speed over ground
///   are those of the receiver whose positions are used.
/// - Its memory is bounded by the 252 addresses.
package struct NMEA2000Session {
  /// What the session gives.
  package enum Output: Sendable, Hashable {
    /// For the engine.
    case event(SensorEvent)
    /// For people.
    case notice(SensorNotice)
    /// For the network.
    case frame(CANFrame)
  }

  /// Time in which a device answers a request, s.
  static let answerTime = 1.25

  /// Highest address of a device.
  private static let lastAddress: UInt8 = 251

  let settings: NMEA2000Settings
  private let isOwn: (NMEA2000Name) -> Bool
  private let opened: BootTime
  private var senders: [UInt8: NMEA2000Sender] = [:]
  private var counts: [RefusalKey: Int] = [:]
  private var nextRequest: BootTime
  private var hasAsked = false
  private var hasHeard = false
  private var isSilenceReported = false
  var receiver = ReceiverSelection()
  private var compass = SenderChoice()
  private var trueCompass = SenderChoice()
  private var log = SenderChoice()
  private var compassState: SensorStatus.State?
  private var told: [String: UInt8] = [:]
  private var changes = 0

  private struct RefusalKey: Hashable {
    let group: NMEA2000Report.Group
    let kind: Int
  }

  /// Starts when the interface is open.
  ///
  /// - Parameters:
  ///   - settings: What is read.
  ///   - now: The time.
  ///   - isOwn: Whether a NAME is that of an output of this machine.
  package init(
    _ settings: NMEA2000Settings, at now: BootTime, isOwn: @escaping (NMEA2000Name) -> Bool
  ) {
    (self.settings, self.isOwn) = (settings, isOwn)
    (opened, nextRequest) = (now, now)
  }

  /// Number of messages that were refused.
  package var refusedCount: Int { counts.values.reduce(0, +) }

  /// Number of devices that have been heard.
  package var senderCount: Int { senders.count }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - now: When it came.
  /// - Returns: What follows.
  package mutating func receive(_ frame: CANFrame, at now: BootTime) -> [Output] {
    let (message, source) = NMEA2000Message.read(frame)
    guard let group = NMEA2000Report.Group(rawValue: message.group),
      settings.groups.contains(group)
    else { return [] }
    // Addresses above are those of nobody and of everybody.
    guard source <= Self.lastAddress else { return [] }
    hasHeard = true
    var sender = senders.removeValue(forKey: source) ?? NMEA2000Sender(at: now)
    defer { senders[source] = sender }
    guard group != .claim else { return claim(message, source, &sender) }
    guard !sender.isOwn else { return [] }
    let questions = ask(&sender, at: now)
    guard isKnown(sender, at: now) else { return questions }
    do throws(NMEA2000Refusal) {
      guard let data = try bytes(of: message, group, &sender, at: now) else { return questions }
      let report = try NMEA2000Report(group, data)
      guard sender.admits(group, at: now) else { throw .flood }
      return questions + use(report, source, &sender, at: now)
    } catch {
      return questions + refuse(error, group, source)
    }
  }

  /// What is due at a time: the request for NAMEs, silence.
  package mutating func check(at now: BootTime) -> [Output] {
    var outputs: [Output] = []
    if !hasAsked {
      hasAsked = true
      outputs.append(request(at: now))
    }
    let source = receiver.choice.current ?? NMEA2000Message.nobody
    outputs += tell(receiver.check(at: now), source)
    if compassState == .present, !compass.isHeard(at: now), !trueCompass.isHeard(at: now) {
      compassState = .silent
      outputs += status(.compass, .silent, at: now)
    }
    if !hasHeard, !isSilenceReported, now.seconds(since: opened) > 5 {
      isSilenceReported = true
      outputs.append(
        notice(
          .warning, nil,
          "nothing comes from \(settings.interface): check power and terminators of the network, and that "
            + "the bit rate is 250000"))
    }
    return outputs
  }

  /// The events of the interface's end.
  package mutating func end(at now: BootTime) -> [Output] {
    var outputs: [Output] = []
    if settings.usesPosition { outputs += status(.gnss, .absent, at: now) }
    if compassState != nil { outputs += status(.compass, .absent, at: now) }
    return outputs
  }

  // MARK: - Devices

  private mutating func claim(
    _ message: NMEA2000Message, _ source: UInt8, _ sender: inout NMEA2000Sender
  ) -> [Output] {
    guard let name = NMEA2000Name(message.data) else {
      return refuse(.length(message.data.count), .claim, source)
    }
    guard sender.name != name else { return [] }
    // Another device has the address, or this one had another address.
    if sender.name != nil { forget(source) }
    let old = senders.first { $0.value.name == name }?.key
    let before = old.flatMap { senders.removeValue(forKey: $0) }
    if let before, let old {
      sender = before
      receiver.choice.move(old, to: source)
      compass.move(old, to: source)
      trueCompass.move(old, to: source)
      log.move(old, to: source)
    } else if sender.name != nil {
      sender = NMEA2000Sender(at: sender.firstHeard)
    }
    sender.name = name
    sender.isOwn = isOwn(name)
    if sender.isOwn { forget(source) }
    return []
  }

  private mutating func forget(_ source: UInt8) {
    receiver.choice.forget(source)
    compass.forget(source)
    trueCompass.forget(source)
    log.forget(source)
  }

  private func isKnown(_ sender: NMEA2000Sender, at now: BootTime) -> Bool {
    sender.name != nil || now.seconds(since: sender.firstHeard) >= Self.answerTime
  }

  /// Asks for NAMEs if a sender without one was not asked yet.
  private mutating func ask(_ sender: inout NMEA2000Sender, at now: BootTime) -> [Output] {
    guard sender.name == nil, !sender.isAsked, now >= nextRequest else { return [] }
    sender.isAsked = true
    return [request(at: now)]
  }

  /// The request that every device answers with its NAME; nobody's address may send it.
  private mutating func request(at now: BootTime) -> Output {
    nextRequest = now.advanced(bySeconds: Self.answerTime)
    let group = NMEA2000Report.Group.claim.rawValue
    let data = (0..<3).map { UInt8(truncatingIfNeeded: group >> UInt32(8 * $0)) }
    return .frame(
      NMEA2000Message(group: NMEA2000Message.request, priority: 6, data: data)
        .frames(source: NMEA2000Message.nobody, sequence: 0)[0])
  }

  // MARK: - Messages

  /// The bytes of a message; `nil` while frames of it are missing.
  private func bytes(
    of message: NMEA2000Message, _ group: NMEA2000Report.Group, _ sender: inout NMEA2000Sender,
    at now: BootTime
  ) throws(NMEA2000Refusal) -> [UInt8]? {
    guard group.isFastPacket else { return message.data }
    switch sender.fastPackets.take(message.data, shortest: group.length, at: now) {
    case .whole(let data): return data
    case .incomplete, .ignored: return nil
    case .refused(let refusal): throw refusal
    }
  }

  private mutating func use(
    _ report: NMEA2000Report, _ source: UInt8, _ sender: inout NMEA2000Sender, at now: BootTime
  ) -> [Output] {
    let isOpen = now.seconds(since: opened) >= Self.answerTime
    switch report {
    case .claim: return []
    case .heading(let heading):
      guard let heading else { return [] }
      if heading.isMagnetic { sender.isMagnetic = true }
      return use(heading, source, sender, at: now, isOpen: isOpen)
    case .waterSpeed(let speed, let kind):
      guard let speed, log.admits(source, at: now, isOpen: isOpen) else { return [] }
      return tell("speed through the water", source)
        + [.event(.waterSpeed(WaterSpeedSample(time: now, value: speed, source: kind)))]
    case .position(let coordinate):
      return tell(
        receiver.take(coordinate, source, &sender, at: now, isOpen: isOpen), source)
    case .motion(let course, let speed):
      sender.motion = (course, speed, now)
      sender.lastMotion = now
      return tell(receiver.completed(by: source, &sender, at: now), source)
    case .fix(let fix):
      sender.fix = (fix, now)
      return tell(receiver.take(fix, source, &sender, at: now, isOpen: isOpen), source)
    }
  }

  private mutating func use(
    _ heading: NMEA2000Report.Compass, _ source: UInt8, _ sender: NMEA2000Sender,
    at now: BootTime, isOpen: Bool
  ) -> [Output] {
    let angle = Angle(radians: heading.heading)
    let observation: HeadingObservation
    if heading.isMagnetic {
      guard let accuracy = settings.magneticHeadingAccuracy,
        compass.admits(source, at: now, isOpen: isOpen),
        // One heading: a true one needs no compass.
        !trueCompass.isHeard(at: now)
      else { return [] }
      observation = HeadingObservation(
        time: now, value: .magnetic(Heading(angle)), accuracy: accuracy)
    } else {
      guard let accuracy = settings.trueHeadingAccuracy, !sender.isMagnetic,
        trueCompass.admits(source, at: now, isOpen: isOpen)
      else { return [] }
      observation = HeadingObservation(
        time: now, value: .geographic(Heading(angle)), accuracy: accuracy)
    }
    var outputs = tell(heading.isMagnetic ? "magnetic heading" : "true heading", source)
    if compassState != .present {
      compassState = .present
      outputs += status(.compass, .present, at: now)
    }
    return outputs + [.event(.heading(observation))]
  }

  // MARK: - Words

  /// The events of a receiver, and its notice if it is another one.
  private mutating func tell(_ events: [SensorEvent], _ source: UInt8) -> [Output] {
    var outputs: [Output] = []
    for event in events {
      if case .status(let status) = event {
        outputs += self.status(status.sensor, status.state, at: status.time)
        continue
      }
      if case .simulated = event {
        outputs.append(
          notice(.warning, .gnss, "the positions of address \(source) are SIMULATED"))
      }
      if case .fix = event { outputs += tell("position", source) }
      outputs.append(.event(event))
    }
    return outputs
  }

  /// The notice that a quantity comes from another sender than before.
  private mutating func tell(_ quantity: String, _ source: UInt8) -> [Output] {
    guard told[quantity] != source else { return [] }
    let before = told[quantity].map { ", before from \($0)" } ?? ""
    told[quantity] = source
    changes += 1
    guard Self.isTold(changes) || changes < 10 else { return [] }
    return [
      notice(
        .info, nil,
        "\(quantity) comes from address \(source) of \(settings.interface)\(before)")
    ]
  }

  private func status(
    _ sensor: SensorKind, _ state: SensorStatus.State, at now: BootTime
  ) -> [Output] {
    var outputs: [Output] = [
      .event(.status(SensorStatus(time: now, sensor: sensor, state: state)))
    ]
    switch (sensor, state) {
    case (.gnss, .failed):
      outputs.append(
        notice(
          .info, .gnss,
          "the receiver on \(settings.interface) has no fix: give it a free view of the sky"))
    case (_, .silent):
      let what = sensor == .gnss ? "position" : "heading"
      outputs.append(
        notice(
          .warning, sensor, "no \(what) comes from \(settings.interface): check the device's power")
      )
    default: break
    }
    return outputs
  }

  private mutating func refuse(
    _ refusal: NMEA2000Refusal, _ group: NMEA2000Report.Group, _ source: UInt8
  ) -> [Output] {
    let key = RefusalKey(group: group, kind: refusal.kind)
    let count = counts[key, default: 0] + 1
    counts[key] = count
    guard Self.isTold(count) else { return [] }
    let what = count == 1 ? "a message" : "\(count) messages, the last"
    return [
      notice(
        .warning, nil,
        "\(what) \(group.rawValue) from address \(source) of \(settings.interface) "
          + "\(count == 1 ? "is" : "are") not used: it comes \(refusal.reason)")
    ]
  }

  /// The first, the tenth, the hundredth: enough to show the extent without filling a log.
  private static func isTold(_ count: Int) -> Bool {
    var power = 1
    while power < count { power *= 10 }
    return power == count
  }

  private func notice(
    _ severity: SensorNotice.Severity, _ sensor: SensorKind?, _ text: String
  ) -> Output {
    .notice(SensorNotice(severity, sensor, "NMEA 2000: \(text)"))
  }
}
