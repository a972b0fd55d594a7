/// What was wrong with a device when a sample was taken.
struct SampleConditions: Sendable, Hashable {
  /// Since when every sample repeats one moment's values, boottime ns.
  var stuckSince: Int64?

  /// Since when the timestamp repeats, boottime ns.
  var timestampStuckSince: Int64?

  /// What the timestamp's clock is off by, ns.
  var clockOffset: Int64 = 0

  /// Every value is 0.
  var zeros = false

  /// Every value is at the end of its range.
  var rail = false

  /// Samples are lost in one second of every two.
  var bursts = false

  /// Whether the bus fails at a moment of a burst.
  static func fails(at moment: Int64) -> Bool { (moment / 1_000_000_000) % 2 == 0 }
}
