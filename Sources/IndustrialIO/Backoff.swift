/// Waits between attempts: doubled each time up to a limit.
struct Backoff {
  private let first: Double
  private let limit: Double
  private var current: Double

  /// Makes a backoff; seconds.
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

  /// Starts again from the shortest wait, after a success.
  mutating func reset() { current = first }
}
