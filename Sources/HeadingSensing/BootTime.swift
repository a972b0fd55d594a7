/// A time on the kernel's boottime clock, in nanoseconds.
///
/// Monotonic, counts while suspended, independent of the wall clock. UTC is attached at the edge
/// (``ClockRelation``).
public struct BootTime: Sendable, Hashable {
  /// Nanoseconds since boot.
  public var nanoseconds: Int64

  /// Creates a time from nanoseconds since boot.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates a time from seconds since boot; values outside the range of Int64 nanoseconds are
  /// clamped, NaN is 0.
  @inlinable
  public init(seconds: Double) {
    let scaled = (seconds * 1e9).rounded()
    nanoseconds = Int64(exactly: scaled) ?? (scaled > 0 ? .max : scaled < 0 ? .min : 0)
  }

  /// Seconds since boot.
  @inlinable
  public var seconds: Double { Double(nanoseconds) * 1e-9 }

  /// Seconds from `earlier` to this time; negative if `earlier` is later.
  @inlinable
  public func seconds(since earlier: BootTime) -> Double {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? Double(nanoseconds) * 1e-9 - earlier.seconds : Double(difference) * 1e-9
  }

  /// The time `seconds` later, clamped to the range of Int64 nanoseconds.
  @inlinable
  public func advanced(bySeconds seconds: Double) -> BootTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(
      BootTime(seconds: seconds).nanoseconds)
    return BootTime(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }
}

extension BootTime: Comparable {
  /// Earlier comes first.
  @inlinable
  public static func < (left: BootTime, right: BootTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
