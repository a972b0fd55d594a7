import CTimex
import Glibc
public import HeadingSensing

/// The kernel's clocks.
public struct SystemClock: MachineClock {
  /// Creates the clock.
  public init() {}

  /// `CLOCK_BOOTTIME`.
  public var bootTime: BootTime { BootTime(nanoseconds: Self.nanoseconds(CLOCK_BOOTTIME)) }

  /// `CLOCK_REALTIME` against `CLOCK_BOOTTIME`; trusted if the kernel's clock discipline reports
  /// NTP or PTP synchronization (adjtimex(2): `STA_UNSYNC` is clear).
  public var relation: ClockRelation {
    let before = Self.nanoseconds(CLOCK_BOOTTIME)
    var universal = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &universal)
    let after = Self.nanoseconds(CLOCK_BOOTTIME)
    var state = timex()
    let synchronized = unsafe adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    return ClockRelation(
      bootTime: BootTime(nanoseconds: before / 2 + after / 2),
      universalTime: Self.universalTime(universal),
      trust: synchronized ? .synchronized : .none)
  }

  /// A time of the wall clock, which may be set to any year: Int64 nanoseconds since 1970 end in
  /// 2262.
  static func universalTime(_ time: timespec) -> UniversalTime {
    UniversalTime(secondsSince1970: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
