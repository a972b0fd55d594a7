import HeadingSensing
import HeadingStorage

/// Events that wait for the broker: on the disk, or in memory while that does not work.
struct EventQueue {
  /// Gets each change: a notice, and what is wrong now, `nil` for nothing.
  typealias Report = (_ notice: SensorNotice, _ trouble: String?) -> Void

  /// Size limit of the events in memory, bytes.
  private static let memoryLimit = 1_000_000
  /// Time between two attempts at a folder that does not work, s.
  private static let retry = 10.0

  private let path: String?
  private let limit: Int
  private let report: Report
  private var folder: EventFolder?
  private var memory: EventMemory
  private var isInMemory = false
  /// Whether the folder has no room: it is read, and what happens waits in memory.
  private var isFull = false
  private var attemptTime = -Double.infinity
  private var complaint = ""

  /// Creates a queue; the folder is opened with the first event.
  ///
  /// - Parameters:
  ///   - path: The folder; `nil` for none.
  ///   - limit: Size limit, bytes.
  ///   - report: Gets the reason why the folder cannot be used, and that it can be used again.
  init(folder path: String?, limit: Int, report: @escaping Report) {
    (self.path, self.limit, self.report) = (path, limit, report)
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
    if let folder, !isFull {
      do {
        return try folder.append(makers)
      } catch {
        fail(error, at: now)
      }
    }
    isInMemory = true
    memory.append(makers)
  }

  /// Opens the folder, or looks whether it has room again, if that was not tried just now.
  mutating func open(_ now: Double) {
    // Also what was acknowledged last, when nothing follows.
    folder?.noteIfDue(at: now)
    guard folder == nil || isFull, let path, now - attemptTime >= Self.retry else { return }
    do {
      let folder = try folder ?? EventFolder(path, limit: limit)
      self.folder = folder
      try folder.check()
      isFull = false
      if !complaint.isEmpty {
        report(SensorNotice(.info, nil, "events for MQTT are kept in \(path) again"), nil)
      }
      complaint = ""
    } catch {
      fail(error, at: now)
    }
  }

  /// What is on a full disk can still be sent.
  private mutating func fail(_ error: any Error, at now: Double) {
    attemptTime = now
    isFull = FileReason.isFull(error)
    if !isFull { folder = nil }
    let reason = FileReason.text(error)
    if reason != complaint {
      let text = "events for MQTT cannot be kept in \(path ?? ""): \(reason); they wait in memory"
      let advice =
        isFull ? ", and would not survive a restart: make room, or name another `queue_folder`" : ""
      report(SensorNotice(.warning, nil, text + advice), text + advice)
    }
    complaint = reason
  }

  /// The next events; empty if there are none now.
  ///
  /// - Parameters:
  ///   - most: How many.
  ///   - now: The present time, s.
  ///   - dropped: Makes the payload that says which ones are lost.
  /// - Returns: The events.
  mutating func read(
    atMost most: Int, at now: Double, dropped: MQTTEvent.DroppedMaker
  ) -> [MQTTEvent] {
    if let folder {
      do {
        let events = try folder.read(atMost: most, dropped: dropped)
        if !events.isEmpty { return events }
      } catch {
        fail(error, at: now)
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
