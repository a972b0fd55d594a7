import Glibc
public import HeadingSensing

/// The kernel's clocks, read in one place.
public enum SystemClock {
  /// Now on the boottime line.
  public static var bootTime: BootTime { BootTime(nanoseconds: nanoseconds(of: CLOCK_BOOTTIME)) }

  /// Now in UTC, as the system's wall clock has it.
  public static var universalTime: UniversalTime {
    UniversalTime(secondsSince1970: time(of: CLOCK_REALTIME).map(seconds) ?? 0)
  }

  /// What the kernel's clocks are ahead of boottime, ns, by the names that IIO uses for them.
  static func offsets(realtimeAhead: Double) -> [String: Int64] {
    let shift = BootTime(seconds: realtimeAhead).nanoseconds
    func ahead(_ clock: clockid_t) -> Int64 { nanoseconds(of: clock) &- bootTime.nanoseconds }
    let realtime = ahead(CLOCK_REALTIME) &+ shift
    let monotonic = ahead(CLOCK_MONOTONIC)
    return [
      "realtime": realtime, "realtime_coarse": realtime, "tai": ahead(CLOCK_TAI) &+ shift,
      "monotonic": monotonic, "monotonic_coarse": monotonic,
      "monotonic_raw": ahead(CLOCK_MONOTONIC_RAW), "boottime": 0,
    ]
  }

  /// Nanoseconds of one of the kernel's clocks; 0 if it has no such clock, and the last there are for years
  /// that have none.
  static func nanoseconds(of clock: clockid_t) -> Int64 {
    guard let now = time(of: clock) else { return 0 }
    let (seconds, isTooMuch) = Int64(now.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooMuch ? .max : seconds &+ Int64(now.tv_nsec)
  }

  private static func time(of clock: clockid_t) -> timespec? {
    var now = timespec()
    return unsafe clock_gettime(clock, &now) == 0 ? now : nil
  }

  private static func seconds(_ time: timespec) -> Double {
    Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
