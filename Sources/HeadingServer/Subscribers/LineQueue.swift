/// Lines that wait for a subscriber that asked for all of them; bounded.
struct LineQueue<Line> {
  /// Lines that may wait; small values cut off short pauses, large ones cost about 1 kB each.
  let limit: Int

  /// Bytes that may wait; lines of recordings are much longer than those of updates.
  let byteLimit: Int

  private let size: @Sendable (Line) -> Int
  private var lines: [Line?] = []
  private var next = 0
  private var bytes = 0

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - limit: Lines that may wait.
  ///   - byteLimit: Bytes that may wait.
  ///   - size: The bytes of a line.
  init(
    limit: Int, byteLimit: Int = .max, size: @escaping @Sendable (Line) -> Int = { _ in 0 }
  ) {
    self.limit = limit
    self.byteLimit = byteLimit
    self.size = size
  }

  /// Whether nothing waits.
  var isEmpty: Bool { next == lines.count }

  /// Places that are held, those among them that were taken from and not given back yet.
  var places: Int { lines.count }

  /// Takes a line; false if there are too many.
  mutating func put(_ line: Line) -> Bool {
    let more = size(line)
    guard lines.count - next < limit, bytes <= byteLimit - more else { return false }
    bytes += more
    lines.append(line)
    return true
  }

  /// The oldest line.
  mutating func take() -> Line? {
    guard next < lines.count, let line = lines[next] else { return nil }
    // What was taken is free at once, also for a reader that is always behind, whose queue is never empty.
    lines[next] = nil
    next += 1
    if next * 2 >= lines.count {
      lines.removeFirst(next)
      next = 0
    }
    bytes -= size(line)
    return line
  }

  /// Drops what waits.
  mutating func clear() {
    lines = []
    (next, bytes) = (0, 0)
  }
}
