/// What waits for one subscriber: nothing, or the newest line and how many older ones it replaced.
///
/// Generic over the line so that it can be tested without sockets.
struct Backlog<Line> {
  /// What to write now.
  struct Release {
    /// Lines that were left out before ``line``.
    var missed: Int
    var line: Line
  }

  private var newest: Line?
  private var missed = 0

  /// Takes a line; hands it out if the subscriber can take it now, else keeps it as the newest.
  mutating func offer(_ line: Line, isWritable: Bool) -> Release? {
    if newest != nil { missed += 1 }
    newest = line
    return isWritable ? drain() : nil
  }

  /// Takes note of lines that were lost before they came here.
  mutating func miss(_ count: Int) { missed += count }

  /// What waits, once the subscriber can take it.
  mutating func drain() -> Release? {
    guard let line = newest else { return nil }
    let delivery = Release(missed: missed, line: line)
    newest = nil
    missed = 0
    return delivery
  }
}
