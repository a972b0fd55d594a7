/// Bounded queue of lines for a subscriber that requested all of them.
struct LineQueue<Line> {
  /// Largest number of lines; small values disconnect after short stalls, large ones cost about 1
  /// kB per line.
  let limit: Int

  /// Largest number of bytes; lines of recordings are much longer than those of updates.
  let byteLimit: Int

  private let size: @Sendable (Line) -> Int
  private var lines: [Line?] = []
  private var next = 0
  private var bytes = 0

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - limit: Largest number of lines.
  ///   - byteLimit: Largest number of bytes.
  ///   - size: Returns the size of a line, bytes.
  init(
    limit: Int, byteLimit: Int = .max, size: @escaping @Sendable (Line) -> Int = { _ in 0 }
  ) {
    self.limit = limit
    self.byteLimit = byteLimit
    self.size = size
  }

  /// Whether the queue is empty.
  var isEmpty: Bool { next == lines.count }

  /// Allocated slots, including those of removed lines not yet reclaimed.
  var places: Int { lines.count }

  /// Appends a line; returns false if a limit is exceeded.
  mutating func put(_ line: Line) -> Bool {
    let more = size(line)
    guard lines.count - next < limit, bytes <= byteLimit - more else { return false }
    bytes += more
    lines.append(line)
    return true
  }

  /// Removes and returns the oldest line.
  mutating func take() -> Line? {
    guard next < lines.count, let line = lines[next] else { return nil }
    // Releases the line at once, also for a reader whose queue is never empty.
    lines[next] = nil
    next += 1
    if next * 2 >= lines.count {
      lines.removeFirst(next)
      next = 0
    }
    bytes -= size(line)
    return line
  }

  /// Removes all lines.
  mutating func clear() {
    lines = []
    (next, bytes) = (0, 0)
  }
}
