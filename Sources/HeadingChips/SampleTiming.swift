/// Times of the evenly spaced measurements of a chip, from the times of reading.
///
/// A chip's clock is off by up to some percent, and the reading jitters. A second-order tracking
/// loop follows the chip's clock, so that times are evenly spaced and increase.
struct SampleTiming {
  /// Time between two measurements by the data sheet, ns.
  private var nominal: Double

  /// Estimated time between two measurements, ns.
  private var period: Double

  /// Time of the newest measurement so far.
  private var newest: Int64?

  /// Whether the newest measurement was at another rate.
  private var hasChanged = false

  /// Creates the timing of measurements at a rate, Hz.
  init(rate: Double) {
    nominal = 1e9 / rate
    period = nominal
  }

  /// Continues with a rate, Hz, after the newest measurement so far.
  mutating func setRate(_ rate: Double) {
    nominal = 1e9 / rate
    period = nominal
    hasChanged = true
  }

  /// Takes measurements into account that have just been read.
  ///
  /// - Parameters:
  ///   - count: How many were read; `nil` if the chip keeps only the newest one.
  ///   - remaining: How many newer ones are still in the chip.
  ///   - now: The time of reading.
  ///   - interval: Time between two readings, ns.
  /// - Returns: The time of the middle of the oldest measurement, and the time between two.
  mutating func times(
    of count: Int?, remaining: Int = 0, readAt now: Int64, interval: Int64
  ) -> (first: Int64, step: Int64) {
    // The newest measurement ended since the last reading, at most a period ago, and took a period.
    let age = min(Double(interval), nominal) / 2 + nominal / 2 + Double(remaining) * period
    let anchor = now &- Int64(age)
    guard let last = newest else {
      newest = anchor
      return (anchor &- Int64(Double((count ?? 1) - 1) * period), Int64(period))
    }
    let elapsed = Double(anchor &- last)
    // One is lost if a reading was missed: half a period of jitter alone must not count as one.
    let passed = Double(count ?? Int(min(max(elapsed / period + 0.35, 1), 1e9)))
    let error = elapsed - passed * period
    // After a loss of measurements or a change of the rate the loop starts anew.
    let isRestarted = hasChanged || abs(error) > 4 * nominal
    hasChanged = false
    var advance = isRestarted ? elapsed : passed * period + error / 8
    if isRestarted {
      period = nominal
    } else {
      period += error / passed / 64
      period = min(max(period, 0.9 * nominal), 1.1 * nominal)
    }
    // Times increase, even if the clock of the readings stood still.
    advance = max(advance, passed * nominal / 4)
    let next = last &+ Int64(advance)
    newest = next
    let step = Int64(isRestarted ? min(period, advance / passed) : advance / passed)
    return (next &- Int64((count ?? 1) - 1) * step, step)
  }
}
