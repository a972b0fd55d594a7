import CTimex
import HeadingSensing
import Testing

@testable import HeadingClock

struct WallClockTests {
  /// The seconds of 9999-12-31T23:59:59Z by `date -d`, and the ends of the kernel's range.
  @Test(arguments: [253_402_300_799, Int.max, Int.min, 0])
  func `a wall clock may be set to any year`(seconds: Int) {
    let time = SystemClock.universalTime(timespec(tv_sec: seconds, tv_nsec: 999_999_999))
    #expect(abs(time.secondsSince1970 - Double(seconds)) <= max(1, Double(seconds).ulp))
  }
}
