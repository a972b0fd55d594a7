/// Rate limit with a burst allowance, so that a fault cannot fill a log.
struct LogRateLimit {
  /// Size of a burst, messages; small values lose messages of the start, large ones flood the log;
  /// default 100.
  var burst: Double

  /// Rate after a burst, messages per second; default 5.
  var perSecond: Double

  private var tokens: Double?
  private var last = 0.0
  private var suppressed = 0

  /// Creates a limit.
  init(burst: Double = 100, perSecond: Double = 5) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Decides on a message at a time (seconds of a monotonic clock).
  ///
  /// - Returns: `nil` if the message is dropped; else the number of messages dropped before it.
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
