import Foundation
public import HeadingEngine
import HeadingSensing

/// Runs the events of MCAP recordings through the engine: the same solutions as live, bit for bit.
///
/// That holds for a recording that began with the service, as `compass record` and the first file of a
/// flight recorder do, and for the files that follow it one by one. A file from the middle of a run
/// begins with what configured the engine then; its solutions come near those of the run.
public struct EventReplay: ~Copyable {
  /// The topic of events in a recording.
  public static let eventTopic = "/events"

  /// The topic of what was promised to robots.
  public static let contractTopic = "/contract"

  /// The topic of what configured the engine before a file's own events.
  public static let contextTopic = "/context"

  /// Events that were replayed so far.
  public private(set) var eventCount = 0

  /// What was read and how, as the recording says; `nil` before it was met.
  public private(set) var setup: RecordingSetup?

  /// Whether what was replayed so far began while the service ran already: what it knew then is not recorded.
  public private(set) var beganInTheMiddle = false

  /// Whether the file was cut off before its end.
  public var isCut: Bool { reader.isCut }

  private var reader: MCAPReader
  private var engine: HeadingEngine
  private let coder = EventCoder()
  private var part: RecordingPart?

  /// Whether the file goes on where the one before it ended.
  public private(set) var isContinuing = false

  /// Makes a replay.
  ///
  /// - Throws: ``MCAPError`` if the bytes are no MCAP file.
  public init(
    _ bytes: [UInt8], engine: consuming HeadingEngine = HeadingEngine()
  ) throws(MCAPError) {
    reader = try MCAPReader(bytes)
    self.engine = engine
  }

  /// Goes on with another file; where it does not follow the last one, the engine begins anew.
  ///
  /// - Throws: ``MCAPError`` if the bytes are no MCAP file.
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
  /// - Throws: ``MCAPError`` if the file is damaged or none so far had events.
  public mutating func next() throws(MCAPError) -> HeadingSolution? {
    while let step = try nextStep() {
      if case .event(_, let solution?, _) = step { return solution }
    }
    return nil
  }

  /// What the service did next; `nil` at the end of the file.
  ///
  /// - Throws: ``MCAPError`` if the file is damaged or none so far had events.
  public mutating func nextStep() throws(MCAPError) -> RecordedStep? {
    while let message = try reader.next() {
      switch message.topic {
      case RecordingPart.topic: part = Self.part(message)
      case RecordingSetup.topic:
        setup = (try? JSONDecoder().decode(RecordingSetup.self, from: Data(message.data))) ?? setup
        // Recordings of old say it only here; that it is so otherwise an event says.
        if setup?.simulated == true {
          engine.absorb(.simulated(BootTime(nanoseconds: 0), true))
        }
      case Self.contextTopic where !isContinuing:
        beganInTheMiddle = true
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

  /// When the update of an event was made: log times are those of the events, publish times are later by what it took.
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
