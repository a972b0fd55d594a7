/// The clock of a feed's sender, whose times its samples carry.
package struct FeedTimeBase: Sendable, Hashable {
  /// Unit of the clock; the raw value is its code in binary frames.
  package enum Unit: UInt8, Sendable, Hashable, CaseIterable {
    /// Seconds.
    case second = 1
    /// Milliseconds.
    case millisecond
    /// Microseconds.
    case microsecond
    /// Nanoseconds.
    case nanosecond

    /// Name in JSON.
    package var name: String {
      switch self {
      case .second: "s"
      case .millisecond: "ms"
      case .microsecond: "us"
      case .nanosecond: "ns"
      }
    }

    /// Nanoseconds per unit.
    package var nanoseconds: UInt64 {
      switch self {
      case .second: 1_000_000_000
      case .millisecond: 1_000_000
      case .microsecond: 1000
      case .nanosecond: 1
      }
    }
  }

  /// Unit of the times.
  package var unit: Unit

  /// Whether the times wrap at 2³², as `micros()` and `millis()` of Arduino do.
  package var wraps: Bool

  /// Creates a time base.
  package init(unit: Unit, wraps: Bool) {
    self.unit = unit
    self.wraps = wraps
  }

  /// Nanoseconds after which the clock begins anew; `nil` if it does not wrap.
  var period: UInt64? { wraps ? (1 << 32) * unit.nanoseconds : nil }

  /// A time in nanoseconds; `nil` if the clock cannot show it.
  func nanoseconds(_ ticks: UInt64) -> UInt64? {
    if wraps, ticks >= 1 << 32 { return nil }
    let (product, overflow) = ticks.multipliedReportingOverflow(by: unit.nanoseconds)
    return overflow ? nil : product
  }

  /// A time with a fraction in nanoseconds; `nil` if the clock cannot show it.
  func nanoseconds(_ ticks: Double) -> UInt64? {
    guard ticks >= 0, !wraps || ticks < 4_294_967_296 else { return nil }
    return UInt64(exactly: (ticks * Double(unit.nanoseconds)).rounded())
  }
}
