import HeadingSensing

/// Bounds the messages that are decoded in a second, so that a flood costs little.
struct MessageBudget {
  /// Messages a second for declarations and single faults, besides the declared samples.
  private static let base = 20.0

  /// Messages a second before a declaration: the samples of a fast sender must not use up the share of
  /// its declaration, which it repeats once a second.
  private static let undeclared = 1000.0

  private var rate = undeclared
  private var tokens = undeclared
  private var last: BootTime?

  /// Allows four times the declared rates.
  mutating func allow(_ declaration: FeedDeclaration) {
    rate = Self.base + 4 * declaration.sensors.reduce(0) { $0 + $1.rate }
    // Not filled up: a sender that alternates declarations is limited too.
    tokens = min(tokens, rate)
  }

  /// Whether another message may be decoded.
  mutating func take(at now: BootTime) -> Bool {
    if let last {
      tokens = min(max(rate, 2 * Self.base), tokens + rate * max(0, now.seconds(since: last)))
    }
    last = now
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
