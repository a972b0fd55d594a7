/// Exponential backoff: the wait between attempts doubles up to a limit.
struct Backoff {
  private let first: Double
  private let limit: Double
  private var current: Double

  /// Makes a backoff from the first and the longest wait, s.
  init(first: Double, limit: Double) {
    self.first = first
    self.limit = limit
    current = first
  }

  /// The wait before the next attempt, s.
  mutating func next() -> Double {
    defer { current = min(limit, current * 2) }
    return current
  }

  /// Returns to the first wait, after a success.
  mutating func reset() { current = first }
}
