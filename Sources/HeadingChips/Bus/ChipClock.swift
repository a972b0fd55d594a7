/// The clock of sample times, and how a driver waits.
package protocol ChipClock: Sendable {
  /// The present boottime, ns.
  var now: Int64 { get }

  /// Blocks for at least so long.
  func wait(microseconds: Int)
}
