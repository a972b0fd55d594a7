/// Interval between a receiver's reports, estimated from the last ones.
struct ReportTimeout {
  /// Number of remembered intervals; few forget a receiver's pauses, many its change to a faster
  /// rate.
  private static let memory = 8

  /// Minimum number of intervals: gpsd repeats the last report after connecting.
  private static let enough = 4

  /// Tolerance beyond the longest interval, s; small values mistake a busy machine or a slow serial
  /// line for a loss, large ones detect a loss later.
  private static let margin = 0.5

  private var intervals: [Double] = []

  /// Adds the interval between two reports, s; an interval beyond the limit is a loss and is not
  /// used.
  mutating func add(interval: Double, atMost limit: Double) {
    guard interval <= limit else { return }
    if intervals.count == Self.memory { intervals.removeFirst() }
    intervals.append(interval)
  }

  /// Time after the last report that means a loss, s; the limit while the interval is unknown.
  func timeout(atMost limit: Double) -> Double {
    guard intervals.count >= Self.enough, let longest = intervals.max() else { return limit }
    return min(longest + Self.margin, limit)
  }
}
