/// Lines that wait for a subscriber that asked for all of them; bounded.
struct LineQueue<Line> {
  /// Lines that may wait; small values cut off short pauses, large ones cost about 1 kB each.
  let limit: Int

  private var lines: [Line] = []
  private var next = 0

  init(limit: Int) { self.limit = limit }

  /// Whether nothing waits.
  var isEmpty: Bool { next == lines.count }

  /// Takes a line; false if there are too many.
  mutating func put(_ line: Line) -> Bool {
    guard lines.count - next < limit else { return false }
    lines.append(line)
    return true
  }

  /// The oldest line.
  mutating func take() -> Line? {
    guard next < lines.count else { return nil }
    defer {
      next += 1
      if next == lines.count {
        lines.removeAll(keepingCapacity: false)
        next = 0
      }
    }
    return lines[next]
  }
}
