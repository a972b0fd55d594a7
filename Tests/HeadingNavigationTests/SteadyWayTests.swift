import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// Quiet sensors: a boat in calm water, or one that stands.
struct SteadyWayTests {
  /// The speed eastward that the simulated boat makes, m/s.
  private typealias Speed = (Double) -> Double

  /// Runs a filter for `seconds` s, of which the first 40 s have fixes.
  ///
  /// - Parameters:
  ///   - seconds: The duration, s.
  ///   - bias: What the accelerometer reads too much eastward, m/s².
  ///   - seed: The seed of the noise.
  ///   - speed: The speed by the time, s.
  /// - Returns: The filter, and whether it was ever at rest without fixes.
  private func filter(
    after seconds: Double, bias: Double = 0, seed: UInt64 = 8, speed: Speed
  ) -> (filter: NavigationFilter, wasAtRest: Bool) {
    var random = SplitMix64(state: seed)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let dt = 0.02
    var way = 0.0
    var wasAtRest = false
    for index in 0..<Int(seconds / dt) {
      let now = Double(index + 1) * dt
      let time = BootTime(seconds: 100 + now)
      way += speed(now) * dt
      var step = NavigationStep.swaying(interval: dt, random: &random)
      step.velocityIncrement.x += speed(now) - speed(now - dt) + bias * dt
      step.isStationary = speed(now) == speed(now - 1)
      step.gyroscopeBiasDeviation = 0.001
      step.heading = NavigationStep.Heading(value: 0, deviation: Angle(degrees: 2).radians)
      filter.advance(step, to: time)
      if now > 40 { wasAtRest = wasAtRest || filter.isAtRest }
      guard index % 50 == 49, now <= 40 else { continue }
      var fix = FixMeasurement.standing(at: time, random: &random)
      fix.longitude += way / 4_450_000
      fix.velocity?.x += speed(now)
      _ = filter.apply(fix, asWhole: true)
    }
    return (filter, wasAtRest)
  }

  @Test(arguments: [0.8, 1.6, 3], [-0.005, 0, 0.01])
  func `a steady way without fixes is not taken for rest`(speed: Double, bias: Double) {
    let (filter, wasAtRest) = filter(after: 120, bias: bias) { _ in speed }
    #expect(!wasAtRest)
    let spread = filter.covariance.variances(at: ErrorIndex.velocity).x.squareRoot()
    #expect(abs(filter.state.velocity.x - speed) < 3 * spread)
  }

  @Test func `a stop without fixes is rest`() {
    let stops = (UInt64(1)...10).count { seed in
      let (filter, wasAtRest) = filter(after: 60, seed: seed) {
        $0 < 42 ? 1.6 : max(0, 1.6 - 0.5 * ($0 - 42))
      }
      return wasAtRest && filter.isAtRest && abs(filter.state.velocity.x) < 0.05
    }
    // It must be 20 times as likely as a motion: so are some 95 % of the stops.
    #expect(stops >= 8, "\(stops)")
  }
}
