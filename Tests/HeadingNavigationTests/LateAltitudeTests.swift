import HeadingSensing
import Testing

@testable import HeadingNavigation

/// A receiver that begins with fixes in two dimensions.
struct LateAltitudeTests {
  @Test func `an altitude that comes with a later fix is used`() {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    for index in 0..<1000 {
      let time = BootTime(seconds: 100 + Double(index + 1) * 0.02)
      filter.advance(.swaying(interval: 0.02, random: &random), to: time)
      guard index % 50 == 49 else { continue }
      var fix = FixMeasurement.standing(at: time, random: &random)
      if index > 300 {
        fix.altitude = 250 + random.normal()
        fix.altitudeDeviation = 3
      }
      _ = filter.apply(fix, asWhole: true)
      #expect(filter.hasAltitude == (index > 300))
    }
    #expect(abs(filter.state.altitude - 250) < 4)
  }
}
