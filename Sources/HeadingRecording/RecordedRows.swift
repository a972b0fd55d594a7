import Foundation
import HeadingSensing

/// The rows of an MCAP file's samples and fixes, also while it is being written.
struct RecordedRows: Sendable {
  private var reader: MCAPReader
  private var rows = EventRows()
  private let coder = EventCoder()
  private var eventCount = 0
  private var hasEnded = false

  /// The calibration that was in force as the rows began; `nil` if none was.
  private(set) var calibration: CalibrationParameters?

  /// The settings that were in force as the rows began; `nil` if the file names none.
  private(set) var settings: EngineSettings?
  private var hasBegun = false

  /// Begins to read.
  ///
  /// - Throws: ``MCAPError/notMCAP`` if the bytes are something else.
  init(_ bytes: [UInt8]) throws(MCAPError) { reader = try MCAPReader(bytes) }

  /// Whether the file ended before its end record.
  var isCut: Bool { reader.isCut }

  /// Takes what follows the bytes so far.
  mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// The next row; `nil` if what was read so far gives none.
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
        let setup = try? JSONDecoder().decode(RecordingSetup.self, from: Data(message.data))
        // Recordings of old say it only here.
        if setup?.simulated == true { rows.add(.simulated(BootTime(nanoseconds: 0), true)) }
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

  /// The next row of those that waited for older ones, after which nothing is read any more; `nil` at the end.
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
