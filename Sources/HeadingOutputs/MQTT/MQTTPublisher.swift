import FoundationEssentials
import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Logging

/// Publishes what an inbox gets: states, events, availability; on the session's thread.
final class MQTTPublisher: MQTTSessionUser {
  /// Most events that wait for their acknowledgement.
  private static let mostInFlight = 20

  /// `online` is said again so long after a connection, s: on a cluster the last will of the connection
  /// before may come later than this one's first message.
  private static let repetitions = [3.0, 20.0]

  private struct Flight {
    var event: MQTTEvent
    var time: Double
  }

  private let configuration: MQTTConfiguration
  private let inbox: MQTTInbox
  private let logger: Logger
  private var queue: EventQueue
  private var newest: MQTTInbox.Arrival?
  private var isDue = false
  private var stateTime = 0.0
  private var connectedTime = 0.0
  private var repetitions: [Double] = []
  private var inFlight: [Int32: Flight] = [:]
  /// The state that waits for its acknowledgement, with quality 1.
  private var stateInFlight: Int32?
  /// Events that were read from the queue.
  private var read: [MQTTEvent] = []
  private var refusal = ""
  private var pauseEnd = 0.0

  /// Creates a publisher.
  ///
  /// - Parameters:
  ///   - configuration: What it publishes, and where.
  ///   - inbox: Gets what happens.
  ///   - logger: Gets what the broker refuses.
  ///   - report: Gets what is wrong with the queue's folder.
  init(
    _ configuration: MQTTConfiguration, _ inbox: MQTTInbox, logger: Logger,
    report: @escaping EventQueue.Report
  ) {
    (self.configuration, self.inbox, self.logger) = (configuration, inbox, logger)
    let folder = configuration.queueFolder ?? Self.standardFolder(configuration)
    queue = EventQueue(folder: folder, limit: configuration.queueSize, report: report)
    if folder == nil {
      logger.info("events for MQTT wait in memory only: `queue_folder` names a folder for them")
    }
  }

  /// A folder in systemd's for the service's state.
  private static func standardFolder(_ configuration: MQTTConfiguration) -> String? {
    guard let state = ProcessInfo.processInfo.environment["STATE_DIRECTORY"], !state.isEmpty else {
      return nil
    }
    let name = configuration.root.map { $0 == "/" ? "~" : String($0) }.joined()
    return "\(state)/mqtt/\(name)"
  }

  /// The message of the availability.
  static func availability(_ text: String, _ configuration: MQTTConfiguration) -> MQTTMessage {
    MQTTMessage(
      topic: configuration.root + "/availability", payload: Array(text.utf8), quality: 1,
      isRetained: true)
  }

  var isEnded: Bool { inbox.isEnded }

  func connected(_ connection: MQTTConnection) throws(MQTTFailure) {
    forget()
    connectedTime = Newest<Bool>.now
    repetitions = Self.repetitions
    try connection.publish(Self.availability("online", configuration))
    if let discovery = HomeAssistantDiscovery(configuration) {
      try connection.publish(discovery.message)
    }
    isDue = true
  }

  /// Everything that was not acknowledged is sent again.
  private func forget() {
    inFlight = [:]
    (stateInFlight, read) = (nil, [])
    queue.rewind()
  }

  func received(_ message: MQTTMessage, _ connection: MQTTConnection) {}

  func acknowledged(
    _ identifier: Int32, refusal: String?, _ connection: MQTTConnection
  ) {
    if identifier == stateInFlight { stateInFlight = nil }
    let flight = inFlight.removeValue(forKey: identifier)
    if let refusal {
      if refusal != self.refusal {
        logger.warning("the broker does not take what MQTT publishes: \(PlainText.of(refusal))")
      }
      self.refusal = refusal
      if flight != nil {
        // The same would be said at once: later all of them again.
        pauseEnd = Newest<Bool>.now + 30
        forget()
      }
      return
    }
    if let flight { queue.acknowledge(flight.event, at: Newest<Bool>.now) }
  }

  func waiting(_ failure: MQTTFailure?) {
    if failure != nil { forget() }
    take()
  }

  func turn(_ connection: MQTTConnection) throws(MQTTFailure) -> Double {
    take()
    let now = Newest<Bool>.now
    if let after = repetitions.first, now - connectedTime >= after, !connection.isBusy {
      repetitions.removeFirst()
      try connection.publish(Self.availability("online", configuration))
    }
    // The service's own silence is told too.
    let isSilent = now - stateTime >= configuration.interval + MQTTState.deadline
    if isDue || isSilent, stateInFlight == nil, !connection.isBusy {
      try publishState(state, connection)
    }
    try publishEvents(connection, now)
    // The state's time is the newest one's, which waits for its acknowledgement.
    let state = stateInFlight == nil ? now : stateTime
    if now - min(state, inFlight.values.map(\.time).min() ?? now)
      > Double(2 * configuration.keepAlive)
    {
      throw MQTTFailure(.lost, "it does not acknowledge what it gets")
    }
    return max(0.05, min(1, stateTime + configuration.interval + MQTTState.deadline - now))
  }

  func ending(_ connection: MQTTConnection) {
    take()
    let last = MQTTState(
      robot: configuration.robot, reason: MQTTState.stopped, newest: newest?.update)
    // Of quality 1: a broker may leave out others, and the heading before would stay.
    try? publishState(last, connection, quality: 1)
    _ = try? connection.publish(Self.availability("offline", configuration))
  }

  /// Stores what was acknowledged, after the end of the session.
  func close() { queue.close() }

  /// Takes what the inbox has; events go to the queue at once.
  private func take() {
    let content = inbox.take()
    if let new = content.newest { newest = new }
    if content.isDue { isDue = true }
    let now = Newest<Bool>.now
    queue.open(now)
    queue.append(content.events.map { maker($0) }, at: now)
  }

  private var state: MQTTState {
    guard let newest else {
      return MQTTState(robot: configuration.robot, reason: "starting", newest: nil)
    }
    return MQTTState(
      newest.update, robot: configuration.robot, interval: configuration.interval,
      arrival: newest.boottime, now: MQTTInbox.boottime)
  }

  private func publishState(
    _ state: MQTTState, _ connection: MQTTConnection, quality: Int? = nil
  ) throws(MQTTFailure) {
    let isCompact = configuration.format == .cbor
    let message = MQTTMessage(
      topic: configuration.root + (isCompact ? "/state/cbor" : "/state"),
      payload: isCompact ? state.value.cbor : state.value.json,
      quality: quality ?? configuration.quality,
      isRetained: true,
      expiry: state.expiry(interval: configuration.interval))
    let identifier = try connection.publish(message)
    if configuration.quality > 0 { stateInFlight = identifier }
    isDue = false
    stateTime = Newest<Bool>.now
  }

  private func publishEvents(_ connection: MQTTConnection, _ now: Double) throws(MQTTFailure) {
    guard now >= pauseEnd else { return }
    while inFlight.count < Self.mostInFlight, !connection.isBusy {
      if read.isEmpty {
        read = queue.read(atMost: Self.mostInFlight, at: now) { [self] stream, sequence, lost in
          payload(
            MQTTHappening(
              kind: .dropped, text: "\(lost.count) events are lost: too many have waited"),
            stream, sequence, lost: lost)
        }.reversed()
      }
      guard let event = read.popLast() else { return }
      let identifier = try connection.publish(
        MQTTMessage(topic: configuration.root + "/event", payload: event.payload, quality: 1))
      inFlight[identifier] = Flight(event: event, time: now)
    }
  }

  private func maker(_ happening: MQTTHappening) -> MQTTEvent.Maker {
    { [self] stream, sequence in payload(happening, stream, sequence, lost: nil) }
  }

  private func payload(
    _ happening: MQTTHappening, _ stream: String, _ sequence: UInt64,
    lost: ClosedRange<UInt64>?
  ) -> [UInt8] {
    let message = (happening.update ?? newest?.update).map { SolutionMessage($0) }
    var members: [MQTTValue.Member] = [
      .init(key: "version", value: .integer(MQTTState.payloadVersion)),
      .init(key: "robot", value: .text(configuration.robot)),
      .init(key: "stream", value: .text(stream)),
      .init(key: "sequence", value: .integer(Int64(clamping: sequence))),
      .init(key: "time", value: MQTTValue(message?.time)),
      .init(key: "event", value: .text(happening.kind.rawValue)),
      .init(key: "status", value: MQTTValue(message?.status.name)),
      .init(key: "steer", value: MQTTValue(message?.steer)),
      .init(key: "reasons", value: .list((message?.reasons ?? []).map { .text($0) })),
      .init(key: "simulated", value: .flag(message?.simulated ?? false)),
      .init(key: "text", value: .text(happening.text)),
    ]
    if let lost {
      members += [
        .init(key: "from", value: .integer(Int64(clamping: lost.lowerBound))),
        .init(key: "to", value: .integer(Int64(clamping: lost.upperBound))),
      ]
    }
    return MQTTValue.object(members).json
  }
}
