/// Backlog of one subscriber: at most the newest line, and the number of older ones it replaced.
///
/// Generic over the line for tests without sockets.
struct Backlog<Line> {
  /// A line to write.
  struct Release {
    /// Number of lines dropped before ``line``.
    var missed: Int
    var line: Line
  }

  private var newest: Line?
  private var missed = 0

  /// Takes a line; returns it if the subscriber is writable, else keeps it as the newest.
  mutating func offer(_ line: Line, isWritable: Bool) -> Release? {
    if newest != nil { missed += 1 }
    newest = line
    return isWritable ? drain() : nil
  }

  /// Counts lines that were lost upstream.
  mutating func miss(_ count: Int) { missed += count }

  /// Returns the waiting line once the subscriber is writable.
  mutating func drain() -> Release? {
    guard let line = newest else { return nil }
    let delivery = Release(missed: missed, line: line)
    newest = nil
    missed = 0
    return delivery
  }
}
