import HeadingSensing

/// The rates at which a component sends, by message and quantity.
struct RateSurvey {
  /// What is counted.
  struct Item: Hashable {
    /// The message; `nil` for SCALED_PRESSURE.
    var message: IMUMessage?
    var quantity: FeedQuantity
  }

  private struct Count {
    var number = 0
    var first: BootTime
    var last: BootTime
  }

  /// Shortest duration, s.
  private static let span = 1.2

  /// Longest duration: until three samples of a slow stream have come, s.
  private static let longest = 3.2

  /// Pause of the IMU after which the counts begin anew, s.
  private static let pause = 1.0

  private var counts: [Item: Count] = [:]
  private var start: BootTime?
  private var last: BootTime?

  /// Counts a value.
  mutating func note(_ item: Item, at now: BootTime) {
    if item.message != nil {
      if let last, now.seconds(since: last) > Self.pause { restart() }
      last = now
      if start == nil { start = now }
    }
    var count = counts[item] ?? Count(first: now, last: now)
    count.number += 1
    count.last = now
    counts[item] = count
  }

  /// Begins anew.
  mutating func restart() {
    counts = [:]
    start = nil
  }

  /// Whether enough was counted.
  func isComplete(at now: BootTime) -> Bool {
    guard let start else { return false }
    let elapsed = now.seconds(since: start)
    let isDense = counts.contains { $0.key.message != nil && $0.value.number > 2 }
    return elapsed >= (isDense ? Self.span : Self.longest)
  }

  /// Whether a message came.
  func has(_ message: IMUMessage) -> Bool { counts.keys.contains { $0.message == message } }

  /// The rate of a value to two digits, Hz; `nil` with fewer than two samples.
  func rate(_ item: Item) -> Double? {
    guard let count = counts[item], count.number > 1 else { return nil }
    let seconds = count.last.seconds(since: count.first)
    guard seconds > 1e-3 else { return nil }
    let rate = min(max(Double(count.number - 1) / seconds, 0.1), 1000)
    let digit = rate < 1 ? 0.01 : rate < 10 ? 0.1 : rate < 100 ? 1 : 10
    return (rate / digit).rounded() * digit
  }
}
