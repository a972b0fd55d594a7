/// A sender's clock as one increasing count of nanoseconds, across its wraps.
struct SenderClock {
  /// A step back beyond which the clock was reset, ns; a smaller one is a sample out of order.
  private static let reset: Int64 = -1_000_000_000

  private let period: UInt64?
  private var last: UInt64?
  private var total: Int64 = 0

  /// Number of resets.
  private(set) var epoch = 0

  init(_ base: FeedTimeBase) { period = base.period }

  /// The count at a time of the clock.
  mutating func count(_ time: UInt64) -> Int64 {
    guard let last else {
      last = time
      return total
    }
    var step = Int64(truncatingIfNeeded: time &- last)
    if let period {
      // Both are below the period. The shorter way round is the one that time went.
      let forward = time >= last ? time - last : time &+ (period - last)
      step =
        forward < period / 2
        ? Int64(truncatingIfNeeded: forward) : -Int64(truncatingIfNeeded: period - forward)
    }
    guard step < 0 else {
      self.last = time
      total &+= step
      return total
    }
    guard step < Self.reset else { return total &+ step }
    self.last = time
    epoch &+= 1
    total &+= step
    return total
  }
}
