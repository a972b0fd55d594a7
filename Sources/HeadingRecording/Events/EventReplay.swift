import FoundationEssentials
public import HeadingEngine
import HeadingSensing

/// Replays the events of MCAP recordings through the engine, bit for bit as live.
///
/// This is exact for a recording that began with the service, as of `compass record` and the first
/// file of a flight recorder, and for the files that follow. A file from the middle of a run begins
/// with the engine's configuration; its solutions are approximate.
public struct EventReplay: ~Copyable {
  /// The topic of events in a recording.
  public static let eventTopic = "/events"

  /// The topic of steer contracts.
  public static let contractTopic = "/contract"

  /// The topic of the engine's configuration before a file's own events.
  public static let contextTopic = "/context"

  /// Number of replayed events.
  public private(set) var eventCount = 0

  /// The recording's setup; `nil` before its message.
  public private(set) var setup: RecordingSetup?

  /// Whether the recording began while the service was running, with an unrecorded state.
  public private(set) var startsMidRun = false

  /// Whether the file is truncated.
  public var isCut: Bool { reader.isCut }

  private var reader: MCAPReader
  private var engine: HeadingEngine
  private let coder = EventCoder()
  private var part: RecordingPart?

  /// Whether the file continues the previous one.
  public private(set) var isContinuing = false

  /// Creates a replay.
  ///
  /// - Throws: ``MCAPError`` for another format.
  public init(
    _ bytes: [UInt8], engine: consuming HeadingEngine = HeadingEngine()
  ) throws(MCAPError) {
    reader = try MCAPReader(bytes)
    self.engine = engine
  }

  /// Continues with another file; if it does not follow the last one, the engine is reset.
  ///
  /// - Throws: ``MCAPError`` for another format.
  public mutating func open(_ bytes: [UInt8]) throws(MCAPError) {
    reader = try MCAPReader(bytes)
    isContinuing = false
    let first = try? MCAPReader.firstMessage(bytes, of: RecordingPart.topic)
    if let next = first.flatMap(Self.part), next.follows(part) {
      isContinuing = true
    } else {
      engine = engine.restarted()
      part = nil
    }
  }

  /// The next solution; `nil` at the end of the file.
  ///
  /// - Throws: ``MCAPError`` if the file is damaged or no file so far had events.
  public mutating func next() throws(MCAPError) -> HeadingSolution? {
    while let step = try nextStep() {
      if case .event(_, let solution?, _) = step { return solution }
    }
    return nil
  }

  /// The service's next step; `nil` at the end of the file.
  ///
  /// - Throws: ``MCAPError`` if the file is damaged or no file so far had events.
  public mutating func nextStep() throws(MCAPError) -> RecordedStep? {
    while let message = try reader.next() {
      switch message.topic {
      case RecordingPart.topic: part = Self.part(message)
      case RecordingSetup.topic:
        setup = (try? JSONDecoder().decode(RecordingSetup.self, from: Data(message.data))) ?? setup
        // Older recordings mark simulated data only in the setup.
        if setup?.simulated == true {
          engine.absorb(.simulated(BootTime(nanoseconds: 0), true))
        }
      case Self.contextTopic where !isContinuing:
        startsMidRun = true
        _ = engine.process(try event(message))
      case Self.eventTopic:
        eventCount += 1
        let event = try event(message)
        return .event(event, engine.process(event), published: Self.published(message, event))
      case Self.contractTopic: return .promise(message.data)
      case RecordedRepetition.topic:
        guard
          let late = try? JSONDecoder().decode(RecordedRepetition.self, from: Data(message.data))
        else { continue }
        return .repetition(BootTime(nanoseconds: late.time))
      default: break
      }
    }
    if eventCount == 0 { throw .noEvents }
    return nil
  }

  private static func part(_ message: MCAPMessage) -> RecordingPart? {
    try? JSONDecoder().decode(RecordingPart.self, from: Data(message.data))
  }

  /// Time of an event's update: the publish time, which is later than the log time by the latency.
  private static func published(_ message: MCAPMessage, _ event: SensorEvent) -> BootTime {
    guard message.publishTime > message.time else { return event.time }
    let taken = Int64(clamping: message.publishTime - message.time)
    let (sum, overflow) = event.time.nanoseconds.addingReportingOverflow(taken)
    return BootTime(nanoseconds: overflow ? .max : sum)
  }

  private func event(_ message: MCAPMessage) throws(MCAPError) -> SensorEvent {
    do {
      return try coder.event(message.data)
    } catch {
      throw .badEvent(number: eventCount, reason: "\(error)")
    }
  }
}
