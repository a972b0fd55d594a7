import Glibc
import HeadingSensing

/// The kernel's clocks by their names in the IIO attribute `current_timestamp_clock`.
package enum KernelClocks {
  /// Their names, in the kernel's order.
  package static let names = [
    "realtime", "monotonic", "monotonic_raw", "realtime_coarse", "monotonic_coarse", "boottime",
    "tai",
  ]

  /// Offset of each clock from `CLOCK_BOOTTIME`, ns.
  ///
  /// The served wall clock is ahead of the machine's by `realtimeAhead`, s.
  package static func offsets(realtimeAhead: Double = 0) -> [String: Int64] {
    let shift = BootTime(seconds: realtimeAhead).nanoseconds
    func ahead(_ clock: clockid_t) -> Int64 {
      nanoseconds(of: clock) &- nanoseconds(of: CLOCK_BOOTTIME)
    }
    let realtime = ahead(CLOCK_REALTIME) &+ shift
    let monotonic = ahead(CLOCK_MONOTONIC)
    return [
      "realtime": realtime, "realtime_coarse": realtime, "tai": ahead(CLOCK_TAI) &+ shift,
      "monotonic": monotonic, "monotonic_coarse": monotonic,
      "monotonic_raw": ahead(CLOCK_MONOTONIC_RAW), "boottime": 0,
    ]
  }

  /// Nanoseconds of a clock; 0 if the kernel does not have it, the largest value after the year
  /// 2262.
  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var now = timespec()
    guard unsafe clock_gettime(clock, &now) == 0 else { return 0 }
    let (seconds, isTooMuch) = Int64(now.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooMuch ? .max : seconds &+ Int64(now.tv_nsec)
  }
}
