import FoundationEssentials
import HeadingReplay
import HeadingSensing

/// Converts the samples and fixes of an MCAP file, complete or growing, to rows.
struct RecordedRows: Sendable {
  private var reader: MCAPReader
  private var rows = EventRows()
  private let coder = EventCoder()
  private var eventCount = 0
  private var hasEnded = false

  /// The calibration at the first row; `nil` if there was none.
  private(set) var calibration: CalibrationParameters?

  /// The settings at the first row; `nil` if the file has none.
  private(set) var settings: EngineSettings?
  private var hasBegun = false

  /// The setup at the first row; `nil` if the file has none.
  private(set) var setup: RecordingSetup?

  /// Creates a reader.
  ///
  /// - Throws: ``MCAPError/notMCAP`` for another format.
  init(_ bytes: [UInt8]) throws(MCAPError) { reader = try MCAPReader(bytes) }

  /// Whether the file is truncated before its end record.
  var isCut: Bool { reader.isCut }

  /// Appends further bytes of the file.
  mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// The next row; `nil` if the bytes so far contain none.
  ///
  /// - Throws: ``MCAPError`` if the file is damaged.
  mutating func next() throws(MCAPError) -> RecordingRow? {
    while true {
      if let row = rows.next() {
        hasBegun = true
        return row
      }
      guard !hasEnded, let message = try reader.next() else { return nil }
      switch message.topic {
      case RecordingSetup.topic:
        let new = try? JSONDecoder().decode(RecordingSetup.self, from: Data(message.data))
        // Older recordings mark simulated data only in the setup.
        if !hasBegun { setup = new ?? setup }
        if new?.simulated == true { rows.add(.simulated(BootTime(nanoseconds: 0), true)) }
      case EventReplay.contextTopic, EventReplay.eventTopic:
        eventCount += 1
        let event: SensorEvent
        do {
          event = try coder.event(message.data)
        } catch {
          throw .badEvent(number: eventCount, reason: "\(error)")
        }
        note(event)
        rows.add(event)
      default: break
      }
    }
  }

  /// The next of the remaining rows at the end of the file; `nil` when none is left.
  mutating func nextOfRest() -> RecordingRow? {
    if !hasEnded { rows.end() }
    hasEnded = true
    return rows.next()
  }

  private mutating func note(_ event: SensorEvent) {
    guard !hasBegun else { return }
    switch event {
    case .calibration(_, let new): calibration = new
    case .settings(_, let new): settings = new
    default: break
    }
  }
}
