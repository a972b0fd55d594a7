/// Times of samples that a chip takes at its own rate and the driver finds when it asks.
///
/// The period is known to the tolerance of the chip's oscillator only, and each request finds samples
/// of an unknown age. Samples are therefore spaced by the nominal period, and follow the times of the
/// requests slowly. Times always increase.
package struct SampleClock {
  /// Time of the newest sample, ns.
  private var newest: Int64
  /// Time of the last request, ns.
  private var asked: Int64
  /// Since when no sample has come, ns.
  private var waiting: Int64
  private var isAnchored = false

  /// Creates a clock for a chip that starts now.
  package init(at now: Int64) {
    newest = now
    asked = now
    waiting = now
  }

  /// Forgets the spacing, after a change of the rate or a loss of samples.
  package mutating func restart(at now: Int64) {
    asked = now
    waiting = now
    isAnchored = false
  }

  /// The times at which the samples ended that a request has found, oldest first, ns.
  ///
  /// - Throws: ``ChipError/notReady(_:)`` if none has come for a second and ten periods.
  package mutating func times(
    of count: Int, period: Int64, at now: Int64
  ) throws(ChipError) -> [Int64] {
    // The newest sample ended after the last request, unless there are several.
    let age = min(period, max(0, now &- asked)) / 2
    asked = now
    guard count > 0 else {
      guard now &- waiting < 1_000_000_000 &+ 10 &* period else { throw .notReady("a sample") }
      return []
    }
    waiting = now
    var end = now &- age
    if isAnchored {
      let predicted = newest &+ Int64(count) &* period
      let error = end &- predicted
      // A larger error means that samples were lost.
      if error.magnitude <= period.magnitude { end = predicted &+ error / 8 }
    }
    isAnchored = true
    end = max(min(end, now), newest &+ Int64(count))
    let step = min(period, (end &- newest) / Int64(count))
    newest = end
    return (0..<count).map { end &- Int64(count &- 1 &- $0) &* step }
  }
}
