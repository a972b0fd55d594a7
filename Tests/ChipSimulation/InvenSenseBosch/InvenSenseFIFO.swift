/// The FIFO of InvenSense's chips: bytes without frames.
struct InvenSenseFIFO {
  /// Size, bytes.
  let capacity: Int
  private(set) var bytes: [UInt8] = []
  /// Whether bytes were lost since this was last set to `false`.
  var hasOverflowed = false

  init(capacity: Int) { self.capacity = capacity }

  /// Appends bytes; when full, new ones are lost or replace the oldest.
  mutating func append(_ added: [UInt8], stopsWhenFull: Bool) {
    bytes += added
    guard bytes.count > capacity else { return }
    hasOverflowed = true
    if stopsWhenFull {
      bytes.removeLast(bytes.count - capacity)
    } else {
      bytes.removeFirst(bytes.count - capacity)
    }
  }

  /// Returns the oldest byte; 0xFF if there is none.
  mutating func next() -> UInt8 { bytes.isEmpty ? 0xFF : bytes.removeFirst() }

  mutating func removeAll() { bytes = [] }
}
