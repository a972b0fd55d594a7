/// Histogram of update latencies, in buckets that double from 0.1 ms to 3.3 s.
public struct LatencyHistogram: Sendable, Hashable {
  /// Upper bounds of the buckets, seconds; the last count holds greater latencies.
  public static let bounds: [Double] = (0..<16).map { 0.0001 * Double(1 << $0) }

  /// Updates in each bucket, then those above the last bound.
  public private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)

  /// Sum of all latencies, seconds.
  public private(set) var sum = 0.0

  /// The largest latency, seconds; `nil` before the first.
  public private(set) var maximum: Double?

  /// Creates an empty histogram.
  public init() {}

  /// Number of latencies.
  public var count: UInt64 { counts.reduce(0, +) }

  /// Adds a latency, seconds.
  public mutating func note(_ latency: Double) {
    var bucket = 0
    while bucket < Self.bounds.count, latency > Self.bounds[bucket] { bucket += 1 }
    counts[bucket] += 1
    sum += latency
    maximum = max(maximum ?? latency, latency)
  }

  /// Upper bound of a quantile, s: the end of its bucket, limited to the maximum.
  public func quantile(_ share: Double) -> Double? {
    guard let maximum else { return nil }
    let wanted = share * Double(count)
    var below: UInt64 = 0
    for (bound, count) in zip(Self.bounds, counts) {
      below += count
      if Double(below) >= wanted { return min(bound, maximum) }
    }
    return maximum
  }
}
