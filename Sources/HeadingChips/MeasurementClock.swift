/// Times of the evenly spaced measurements of a chip that measures at its own rate.
///
/// A chip's clock is off by up to some percent, and each request finds measurements of an unknown
/// age. A second-order tracking loop follows the chip's clock, so that times are evenly spaced and
/// increase. It also detects a chip that acknowledges but no longer measures.
package struct MeasurementClock {
  /// Time between two measurements by the data sheet, ns.
  private var nominal: Double
  /// Estimated time between two measurements, ns.
  private var period: Double
  /// End of the newest measurement.
  private var newest: Int64
  /// Time of the last request.
  private var asked: Int64
  /// Time of the last delivery.
  private var delivered: Int64
  /// Whether the newest measurement has the present spacing.
  private var isAnchored = false

  /// Creates the clock of a chip that starts now with a rate, Hz.
  package init(rate: Double, at now: Int64) {
    nominal = 1e9 / max(rate, 0.01)
    period = nominal
    newest = now
    asked = now
    delivered = now
  }

  /// Continues with a rate, Hz, after a change of settings or a loss of measurements.
  package mutating func restart(rate: Double, at now: Int64) {
    let last = newest
    self = MeasurementClock(rate: rate, at: now)
    newest = last
  }

  /// Notes a request that found no measurement.
  mutating func ask(at now: Int64) { asked = now }

  /// Notes a measurement whose time the driver knows itself.
  mutating func deliver(at now: Int64) {
    asked = now
    delivered = now
  }

  /// Throws ``ChipError/notReady(_:)`` when nothing was delivered for a second and three periods, so
  /// that the owner makes a new driver, which resets the chip.
  func check(at now: Int64) throws(ChipError) {
    guard now &- delivered <= 1_000_000_000 &+ Int64(3 * nominal) else {
      throw .notReady("its measurement")
    }
  }

  /// Takes the measurements into account that a request has found.
  ///
  /// - Parameters:
  ///   - count: How many were found; `nil` for the newest one, if the chip keeps no others.
  ///   - remaining: How many newer ones are still in the chip.
  ///   - now: The time of the request.
  /// - Returns: The times at which they ended, oldest first, ns.
  /// - Throws: ``ChipError/notReady(_:)`` as ``check(at:)`` does, if there are none.
  package mutating func times(
    of count: Int?, remaining: Int = 0, at now: Int64
  ) throws(ChipError) -> [Int64] {
    // The newest measurement ended since the last request, at most a period ago.
    let age = min(max(0, Double(now &- asked)), nominal) / 2 + Double(remaining) * period
    asked = now
    guard count != 0 else {
      try check(at: now)
      return []
    }
    delivered = now
    let number = count ?? 1
    let elapsed = Double(now &- Int64(age) &- newest)
    // One is lost if a request was missed: half a period of jitter alone must not count as one.
    let passed = count.map { Double($0) } ?? max(elapsed / period + 0.35, 1).rounded(.down)
    let error = elapsed - passed * period
    // After a loss of measurements or a change of the rate the loop starts anew.
    let isRestarted = !isAnchored || abs(error) > 4 * nominal
    isAnchored = true
    var advance = elapsed
    if isRestarted {
      period = nominal
    } else {
      advance = passed * period + error / 8
      period = min(max(period + error / passed / 64, 0.9 * nominal), 1.1 * nominal)
    }
    // Times increase, even if the clock of the requests stood still.
    let end = newest &+ max(Int64(advance), Int64(number))
    let even = Double(end &- newest) / passed
    let step = max(Int64(isRestarted ? min(period, even) : even), 1)
    newest = end
    return (0..<number).map { end &- Int64(number &- 1 &- $0) &* step }
  }
}
