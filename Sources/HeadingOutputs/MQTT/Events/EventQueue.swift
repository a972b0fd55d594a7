import HeadingStorage
import Logging

/// Events that wait for the broker: on the disk, or in memory while that does not work.
struct EventQueue {
  /// Size limit of the events in memory, bytes.
  private static let memoryLimit = 1_000_000
  /// Time between two attempts at a folder that does not work, s.
  private static let retry = 10.0

  private let path: String?
  private let limit: Int
  private let logger: Logger
  private var folder: EventFolder?
  private var memory: EventMemory
  private var isInMemory = false
  private var attemptTime = -Double.infinity
  private var complaint = ""

  /// Creates a queue; the folder is opened with the first event.
  ///
  /// - Parameters:
  ///   - path: The folder; `nil` for none.
  ///   - limit: Size limit, bytes.
  ///   - logger: Gets the reason why the folder cannot be used.
  init(folder path: String?, limit: Int, logger: Logger) {
    (self.path, self.limit, self.logger) = (path, limit, logger)
    memory = EventMemory(limit: min(limit, Self.memoryLimit))
  }

  /// Stores events.
  ///
  /// - Parameters:
  ///   - makers: Makes the payload of each.
  ///   - now: The present time, s.
  mutating func append(_ makers: [MQTTEvent.Maker], at now: Double) {
    guard !makers.isEmpty else { return }
    open(now)
    if let folder {
      do {
        try folder.append(makers)
        return
      } catch {
        complain(error)
        self.folder = nil
        attemptTime = now
      }
    }
    isInMemory = true
    memory.append(makers)
  }

  /// Opens the folder if that was not tried just now.
  mutating func open(_ now: Double) {
    guard folder == nil, let path, now - attemptTime >= Self.retry else { return }
    attemptTime = now
    do {
      folder = try EventFolder(path, limit: limit)
      if !complaint.isEmpty { logger.info("events for MQTT are kept in \(path) again") }
      complaint = ""
    } catch {
      complain(error)
    }
  }

  private mutating func complain(_ error: any Error) {
    let reason = FileReason.text(error)
    if reason != complaint {
      logger.warning(
        "events for MQTT cannot be kept in \(path ?? ""): \(reason); they wait in memory")
    }
    complaint = reason
  }

  /// The next events; empty if there are none now.
  ///
  /// - Parameters:
  ///   - most: How many.
  ///   - dropped: Makes the payload that says which ones are lost.
  /// - Returns: The events.
  mutating func read(atMost most: Int, dropped: MQTTEvent.DroppedMaker) -> [MQTTEvent] {
    if let folder {
      do {
        let events = try folder.read(atMost: most, dropped: dropped)
        if !events.isEmpty { return events }
      } catch {
        complain(error)
        self.folder = nil
      }
    }
    return isInMemory ? memory.read(atMost: most, dropped: dropped) : []
  }

  /// Notes that the broker has an event.
  mutating func acknowledge(_ event: MQTTEvent, at now: Double) {
    if event.stream == memory.stream {
      memory.acknowledge(event.sequence)
    } else if event.stream == folder?.stream {
      folder?.acknowledge(event.sequence, at: now)
    }
  }

  /// Reads everything again that was not acknowledged: the connection is another.
  mutating func rewind() {
    folder?.rewind()
    memory.rewind()
  }

  /// Stores what was acknowledged.
  mutating func close() {
    try? folder?.note()
    folder = nil
  }
}
