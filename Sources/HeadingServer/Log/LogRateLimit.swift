/// Lets a burst of messages through and then so many a second, so that a fault cannot fill a log.
struct LogRateLimit {
  /// Messages at once; small values lose the story of a start, large ones flood; default 100.
  var burst = 100.0

  /// Messages a second after a burst; default 5.
  var perSecond = 5.0

  private var tokens: Double?
  private var last = 0.0
  private var suppressed = 0

  /// What becomes of a message at a moment (seconds of a monotonic clock).
  ///
  /// - Returns: `nil` if it is left out; else how many were left out before it.
  mutating func admits(at now: Double) -> Int? {
    let refilled = min(burst, (tokens ?? burst) + max(0, now - last) * perSecond)
    last = now
    guard refilled >= 1 else {
      tokens = refilled
      suppressed += 1
      return nil
    }
    tokens = refilled - 1
    defer { suppressed = 0 }
    return suppressed
  }
}
