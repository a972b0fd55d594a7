import Foundation
import HeadingSensing
import Testing

struct UniversalTimeTests {
  @Test(
    arguments: [
      // date -u -d … +%s of GNU coreutils.
      (1970, 1, 1, 0.0), (2000, 2, 29, 951_782_400), (2000, 3, 1, 951_868_800),
      (2026, 11, 21, 1_795_219_200), (1969, 12, 31, -86_400), (1900, 3, 1, -2_203_891_200),
      (2100, 2, 28, 4_107_456_000), (2100, 3, 1, 4_107_542_400), (1600, 2, 29, -11_670_998_400),
    ] as [(Int, Int, Int, Double)])
  func `a date and its Unix seconds agree`(year: Int, month: Int, day: Int, seconds: Double) {
    let time = UniversalTime(year: year, month: month, day: day)
    #expect(time.secondsSince1970 == seconds)
    let read = UniversalTime(secondsSince1970: seconds + 3600.5).components
    #expect(read.year == year && read.month == month && read.day == day)
    #expect(read.secondOfDay == 3600.5)
  }

  @Test func `the calendar agrees with the C library over eight centuries`() {
    for day in stride(from: -135_000, through: 160_000, by: 97) {
      var seconds = time_t(day) * 86_400
      var expected = tm()
      gmtime_r(&seconds, &expected)
      let read = UniversalTime(secondsSince1970: Double(seconds)).components
      #expect(read.year == Int(expected.tm_year) + 1900)
      #expect(read.month == Int(expected.tm_mon) + 1)
      #expect(read.day == Int(expected.tm_mday))
    }
  }

  @Test func `months and days beyond their range carry over`() {
    #expect(
      UniversalTime(year: 2026, month: 13, day: 1) == UniversalTime(year: 2027, month: 1, day: 1))
    #expect(
      UniversalTime(year: 2026, month: 0, day: 31) == UniversalTime(year: 2025, month: 12, day: 31))
    #expect(
      UniversalTime(year: 2026, month: 2, day: 29) == UniversalTime(year: 2026, month: 3, day: 1))
  }

  @Test(
    arguments: [
      (2025, 1, 1, 0, 365), (2026, 7, 2, 182, 365), (2024, 7, 2, 183, 366),
      (2024, 12, 31, 365, 366), (2000, 3, 1, 60, 366), (1900, 3, 1, 59, 365),
    ] as [(Int, Int, Int, Double, Double)])
  func `a decimal year is a fraction of its own year's length`(
    year: Int, month: Int, day: Int, elapsed: Double, length: Double
  ) {
    let expected = Double(year) + elapsed / length
    #expect(abs(UniversalTime(year: year, month: month, day: day).decimalYear - expected) < 1e-9)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e20])
  func `a time that is not finite has no date and does not trap`(seconds: Double) {
    let time = UniversalTime(secondsSince1970: seconds)
    #expect(time.decimalYear.isNaN)
    #expect(time.components.secondOfDay.isNaN)
  }
}
