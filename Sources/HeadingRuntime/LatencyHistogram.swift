/// How often updates were how late, in buckets that double from 0.1 ms to 3.3 s.
public struct LatencyHistogram: Sendable, Hashable {
  /// Upper ends of the buckets, seconds; what is later is in the last count.
  public static let bounds: [Double] = (0..<16).map { 0.0001 * Double(1 << $0) }

  /// Updates in each bucket, and those beyond the last bound.
  public private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)

  /// Sum of all latencies, seconds.
  public private(set) var sum = 0.0

  /// The largest, seconds; `nil` before the first.
  public private(set) var maximum: Double?

  /// Makes an empty histogram.
  public init() {}

  /// How many there are.
  public var count: UInt64 { counts.reduce(0, +) }

  /// Takes one.
  public mutating func note(_ latency: Double) {
    var bucket = 0
    while bucket < Self.bounds.count, latency > Self.bounds[bucket] { bucket += 1 }
    counts[bucket] += 1
    sum += latency
    maximum = max(maximum ?? latency, latency)
  }

  /// The bound that a share of all does not exceed: the upper end of its bucket, the maximum at most.
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
