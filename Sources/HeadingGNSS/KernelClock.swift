import Glibc
public import HeadingSensing

/// The kernel's boottime clock.
public enum KernelClock {
  /// Now; 0 on a kernel without that clock.
  @Sendable
  public static func now() -> BootTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return BootTime(nanoseconds: 0) }
    return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
