import HeadingSensing

/// Compares the rate of a sensor, and that of its clock, with the arrival of its samples.
struct RateCheck {
  /// What a comparison found.
  enum Finding: Hashable {
    /// The measured rate, Hz, is less than half or more than twice the declared one.
    case rate(Double)

    /// The sender's clock does not run at the speed of its declared unit.
    case clock
  }

  /// Shortest time of comparison, s: delays of a tenth of a second are then few per cent.
  private static let window = 2.0

  private let rate: Double
  private let span: Double
  private var start: (arrival: BootTime, stamp: Int64?)?
  private var count = 0
  private var wrongClocks = 0

  /// The rate of the present comparison, Hz; `nil` until it lasted a second.
  private(set) var measured: Double?

  init(rate: Double) {
    self.rate = rate
    span = max(Self.window, 8 / rate)
  }

  /// Begins anew, after a reset of the clock.
  mutating func restart() { start = nil }

  /// Counts samples that arrived.
  ///
  /// - Parameters:
  ///   - samples: Their number.
  ///   - stamp: The sender's time of the last one, ns.
  ///   - arrival: When they arrived.
  /// - Returns: What a completed comparison found.
  mutating func note(_ samples: Int, stamp: Int64?, at arrival: BootTime) -> Finding? {
    guard let start else {
      start = (arrival, stamp)
      count = 0
      return nil
    }
    count &+= samples
    let elapsed = arrival.seconds(since: start.arrival)
    if elapsed >= 1 { measured = Double(count) / elapsed }
    guard elapsed >= span else { return nil }
    defer {
      self.start = (arrival, stamp)
      count = 0
    }
    if let stamp, let first = start.stamp {
      let ratio = Double(stamp &- first) * 1e-9 / elapsed
      wrongClocks = (0.9...1.1).contains(ratio) ? 0 : wrongClocks + 1
      // A stall spoils one comparison, a wrong unit every one.
      if wrongClocks == 2 { return .clock }
    }
    let measured = Double(count) / elapsed
    return FeedSensor.isPlausible(measured, for: rate) ? nil : .rate(measured)
  }
}
