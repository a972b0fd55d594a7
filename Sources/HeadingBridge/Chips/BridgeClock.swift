import Glibc
import HeadingChips
import HeadingClock
import HeadingSensing

/// The kernel's boottime, and waiting in the calling thread.
struct BridgeClock: ChipClock {
  var now: Int64 { SystemClock().bootTime.nanoseconds }

  func wait(microseconds: Int) {
    guard microseconds > 0 else { return }
    var time = timespec(
      tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    var rest = timespec()
    // A signal ends the wait early.
    while unsafe nanosleep(&time, &rest) != 0 && errno == EINTR { time = rest }
  }
}
