/// How long a receiver takes from report to report, learnt from its last ones.
struct ReportPace {
  /// Intervals that are remembered; few forget a receiver's pauses, many its change to a faster rate.
  private static let memory = 8

  /// Intervals from which on the pace is known: gpsd repeats the last report when one connects.
  private static let enough = 4

  /// Seconds that a report may be later than ever before; small values mistake a busy machine or a slow
  /// serial line for a loss, large ones notice a loss later.
  private static let margin = 0.5

  private var intervals: [Double] = []

  /// Takes the time between two reports, s; a longer one than the limit is a loss and no pace.
  mutating func note(interval: Double, atMost limit: Double) {
    guard interval <= limit else { return }
    if intervals.count == Self.memory { intervals.removeFirst() }
    intervals.append(interval)
  }

  /// Seconds after the last report from which on silence is a loss; the limit while nothing is known.
  func patience(atMost limit: Double) -> Double {
    guard intervals.count >= Self.enough, let longest = intervals.max() else { return limit }
    return min(longest + Self.margin, limit)
  }
}
