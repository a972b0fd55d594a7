/// Faults of a device at the time of a sample.
struct SampleConditions: Sendable, Hashable {
  /// Start of a stuck fault, boottime ns.
  var stuckSince: Int64?

  /// Start of a constant timestamp, boottime ns.
  var timestampStuckSince: Int64?

  /// Offset of the timestamp's clock, ns.
  var clockOffset: Int64 = 0

  /// Every value is 0.
  var zeros = false

  /// Every value is at the limit of its range.
  var rail = false

  /// Samples are lost in one second of every two.
  var bursts = false

  /// Whether the bus fails at a time, boottime ns, during error bursts.
  static func fails(at moment: Int64) -> Bool { (moment / 1_000_000_000) % 2 == 0 }
}
