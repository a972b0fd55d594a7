import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// The gyroscope bias that the attitude estimator gives to the navigation filter.
struct GyroscopeBiasTests {
  /// A device that stands and sways; the attitude estimator knows a bias of `estimated` ± `deviation`,
  /// rad/s, about the vertical from second 10 on, none before.
  private func filter(
    estimated: Double, deviation: Double, seconds: Int, hasField: Bool = true
  ) -> NavigationFilter {
    var random = SplitMix64(state: 21)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let dt = 0.02
    for index in 0..<(seconds * 50) {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      var step = NavigationStep.swaying(interval: dt, random: &random)
      let isFound = index >= 500
      step.gyroscopeBias = Vector3(0, 0, isFound ? estimated : 0)
      step.gyroscopeBiasDeviation = isFound ? deviation : 0.09
      if hasField, index % 10 == 0 {
        step.field = NavigationStep.Field(
          direction: Vector3(0, 20, -44), declination: 0,
          deviation: Angle(degrees: 2).radians)
      }
      filter.advance(step, to: time)
      guard index % 50 == 49 else { continue }
      _ = filter.apply(.standing(at: time, random: &random), asWhole: true)
    }
    return filter
  }

  @Test func `the field aligns once the bias is known`() {
    #expect(filter(estimated: 0, deviation: 1e-3, seconds: 9).mode == .unaligned)
    #expect(filter(estimated: 0, deviation: 0.09, seconds: 20).mode == .unaligned)
    #expect(filter(estimated: 0, deviation: 1e-3, seconds: 14).mode == .aligned)
  }

  @Test func `a bias that the attitude estimator contradicts ends the alignment`() {
    var filter = filter(estimated: 0, deviation: 1e-3, seconds: 20)
    #expect(filter.mode == .aligned)
    var step = NavigationStep()
    step.gyroscopeBiasDeviation = 1e-3
    step.gyroscopeBias = Vector3(0, 0, 0.002)
    filter.compareGyroscopeBias(step)
    #expect(filter.mode == .aligned)
    step.gyroscopeBias = Vector3(0, 0, 0.05)
    filter.compareGyroscopeBias(step)
    #expect(filter.mode == .unaligned)
  }
}
