import Glibc
import HeadingSensing

/// The kernel's boottime clock.
enum BootClock {
  /// This moment.
  static var now: BootTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
