import HeadingChips

/// The errors of places: each is told once, and its end.
struct Complaints {
  private struct Entry {
    var text: String
    /// Boottime of the report, ns.
    var time: Int64
    var isOver = false
  }

  /// Time during which an error that was over is not told again, ns.
  private static let interval: Int64 = 60_000_000_000

  private var entries: [ChipPlace: Entry] = [:]

  /// Whether an error is to be told: not if it lasts, or has returned within a minute.
  mutating func begin(_ text: String, at place: ChipPlace, _ now: Int64) -> Bool {
    if let last = entries[place], last.text == text,
      !last.isOver || now &- last.time < Self.interval
    {
      return false
    }
    entries[place] = Entry(text: text, time: now)
    return true
  }

  /// Ends the error of a place; `false` if there is none.
  mutating func end(at place: ChipPlace) -> Bool {
    guard entries[place]?.isOver == false else { return false }
    entries[place]?.isOver = true
    return true
  }
}
