import HeadingSensing
import Testing

struct BootTimeTests {
  @Test(
    arguments: [
      (0.0, Int64(0)), (1.5, 1_500_000_000), (-2, -2_000_000_000), (1e300, .max), (-1e300, .min),
      (.infinity, .max), (-.infinity, .min), (.nan, 0), (1e10, .max), (0.3e-9, 0), (0.7e-9, 1),
    ] as [(Double, Int64)])
  func `seconds outside the range of nanoseconds are clamped`(
    seconds: Double, nanoseconds: Int64
  ) {
    #expect(BootTime(seconds: seconds).nanoseconds == nanoseconds)
  }

  @Test func `differences and sums do not overflow`() {
    let first = BootTime(nanoseconds: .min)
    let last = BootTime(nanoseconds: .max)
    #expect(abs(last.seconds(since: first) - 1.8446744e10) < 1e4)
    #expect(abs(first.seconds(since: last) + 1.8446744e10) < 1e4)
    #expect(last.advanced(bySeconds: 1) == last)
    #expect(first.advanced(bySeconds: -1) == first)
    #expect(last.advanced(bySeconds: .infinity) == last)
    #expect(BootTime(nanoseconds: 5).advanced(bySeconds: .nan) == BootTime(nanoseconds: 5))
    #expect(first < last)
  }

  @Test func `a clock relation gives UTC at other times`() {
    let relation = ClockRelation(
      bootTime: BootTime(seconds: 100), universalTime: UniversalTime(year: 2026, month: 1, day: 1),
      trust: .gnss)
    let later = relation.universalTime(at: BootTime(seconds: 160.5))
    #expect(later.secondsSince1970 - relation.universalTime.secondsSince1970 == 60.5)
  }
}
