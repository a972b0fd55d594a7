/// Events without a disk: a stream of its own for each start, since its numbers die with it.
struct EventMemory {
  private let limit: Int
  let stream = MQTTEvent.newStream()
  private var events: [MQTTEvent] = []
  private var size = 0
  private var next: UInt64 = 1
  private var settled = SettledSequences(upTo: 0)
  private var lost: ClosedRange<UInt64>?
  private var position: UInt64 = 0

  /// Creates an empty queue.
  ///
  /// - Parameter limit: Size limit of the payloads, bytes.
  init(limit: Int) { self.limit = limit }

  /// Stores events; the oldest make room.
  mutating func append(_ makers: [MQTTEvent.Maker]) {
    for make in makers {
      let event = MQTTEvent(stream: stream, sequence: next, payload: make(stream, next))
      next += 1
      size += event.payload.count
      events.append(event)
    }
    var count = 0
    while size > limit, count < events.count - 1 {
      let event = events[count]
      size -= event.payload.count
      count += 1
      guard !settled.contains(event.sequence) else { continue }
      lost = min(lost?.lowerBound ?? event.sequence, event.sequence)...event.sequence
    }
    events.removeFirst(count)
  }

  /// The next events that are not settled; see ``EventFolder``.
  mutating func read(atMost most: Int, dropped: MQTTEvent.DroppedMaker) -> [MQTTEvent] {
    if let range = lost {
      lost = nil
      settled.insert(range)
      let event = MQTTEvent(
        stream: stream, sequence: next, payload: dropped(stream, next, range))
      next += 1
      size += event.payload.count
      events.append(event)
      skipped.insert(event.sequence)
      return [event]
    }
    let found = events.filter {
      $0.sequence > position && !settled.contains($0.sequence) && !skipped.contains($0.sequence)
    }.prefix(most)
    if let last = found.last { position = last.sequence }
    return Array(found)
  }

  /// Numbers that were read before their turn.
  private var skipped: Set<UInt64> = []

  /// Notes that the broker has an event.
  mutating func acknowledge(_ sequence: UInt64) {
    settled.insert(sequence)
    skipped.remove(sequence)
    guard let index = events.firstIndex(where: { $0.sequence == sequence }) else { return }
    size -= events.remove(at: index).payload.count
  }

  /// Reads everything again that is not settled.
  mutating func rewind() { (position, skipped) = (0, []) }
}
