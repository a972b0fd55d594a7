import HeadingSensing

/// The steps since the newest fix's time of validity, in a ring buffer of fixed size.
///
/// Allocates only during initialization.
struct StepHistory: Sendable {
  /// A step and its end.
  struct Entry: Sendable {
    var step: NavigationStep
    var end: BootTime
  }

  private var entries: [Entry]
  private var first = 0

  /// Number of stored steps.
  private(set) var count = 0

  /// Makes a ring buffer with a capacity.
  init(capacity: Int) {
    entries = [Entry](
      repeating: Entry(step: NavigationStep(), end: BootTime(nanoseconds: 0)), count: capacity)
  }

  /// Whether the buffer is full.
  var isFull: Bool { count == entries.count }

  /// A step; 0 is the oldest.
  subscript(index: Int) -> Entry { entries[(first + index) % entries.count] }

  /// Appends a step; the buffer must not be full.
  mutating func append(_ entry: Entry) {
    entries[(first + count) % entries.count] = entry
    count += 1
  }

  /// Removes all steps.
  mutating func removeAll() {
    first = 0
    count = 0
  }

  /// Removes and returns the oldest step; the buffer must not be empty.
  mutating func removeFirst() -> Entry {
    let entry = entries[first]
    first = (first + 1) % entries.count
    count -= 1
    return entry
  }
}
