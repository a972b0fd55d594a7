import HeadingSensing

/// The steps since the newest fix's time of validity, in a ring of fixed size.
///
/// Its storage is allocated once, when it is made.
struct StepHistory: Sendable {
  /// A step and the moment it ends.
  struct Entry: Sendable {
    var step: NavigationStep
    var end: BootTime
  }

  private var entries: [Entry]
  private var first = 0

  /// Number of steps kept.
  private(set) var count = 0

  /// Makes a ring for so many steps.
  init(capacity: Int) {
    entries = [Entry](
      repeating: Entry(step: NavigationStep(), end: BootTime(nanoseconds: 0)), count: capacity)
  }

  /// Whether another step has room.
  var isFull: Bool { count == entries.count }

  /// A step, 0 for the oldest.
  subscript(index: Int) -> Entry { entries[(first + index) % entries.count] }

  /// Adds the newest step; there must be room.
  mutating func append(_ entry: Entry) {
    entries[(first + count) % entries.count] = entry
    count += 1
  }

  /// Removes all steps.
  mutating func removeAll() {
    first = 0
    count = 0
  }

  /// Removes the oldest step and returns it; there must be one.
  mutating func removeFirst() -> Entry {
    let entry = entries[first]
    first = (first + 1) % entries.count
    count -= 1
    return entry
  }
}
