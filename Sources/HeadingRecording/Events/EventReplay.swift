public import HeadingEngine
import HeadingSensing

/// Runs the events of an MCAP recording through the engine: the same solutions as live, bit for bit.
///
/// That holds for a recording that began with the service, as `compass record` makes it.
public struct EventReplay {
  /// The topic of events in a recording.
  public static let eventTopic = "/events"

  /// Events that were replayed so far.
  public private(set) var eventCount = 0

  /// Whether the file was cut off before its end.
  public var isCut: Bool { reader.isCut }

  private var reader: MCAPReader
  private var engine: HeadingEngine
  private let coder = EventCoder()

  /// Makes a replay.
  ///
  /// - Throws: ``MCAPError`` if the bytes are no MCAP file.
  public init(_ bytes: [UInt8], engine: HeadingEngine = HeadingEngine()) throws(MCAPError) {
    reader = try MCAPReader(bytes)
    self.engine = engine
  }

  /// The next solution; `nil` at the end.
  ///
  /// - Throws: ``MCAPError`` if the file is damaged or has no events.
  public mutating func next() throws(MCAPError) -> HeadingSolution? {
    while let message = try reader.next() {
      guard message.topic == Self.eventTopic else { continue }
      eventCount += 1
      let event: SensorEvent
      do {
        event = try coder.event(message.data)
      } catch {
        throw .badEvent(number: eventCount, reason: "\(error)")
      }
      if let solution = engine.process(event) { return solution }
    }
    if eventCount == 0 { throw .noEvents }
    return nil
  }
}
