import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// A hand that is as calm as a table and turns slowly.
struct SlowTurnTests {
  private static let slowTurn = Angle(degrees: 0.3).radians
  private static let unknown = Angle(degrees: 0.5).radians

  /// The filter after some seconds of a calm that turns about the vertical, of which the orientation says how well it knows
  /// the gyroscope's offset.
  private func filter(calmFor seconds: Int, thenMoving moving: Int) -> NavigationFilter {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let dt = 0.02
    for index in 0..<((2 + seconds + moving) * 50) {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      let since = Double(index) * dt - 2
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.isCalm = since >= 0 && since < Double(seconds)
      step.turn =
        Vector3(0, 0, Self.slowTurn * dt) + random.vector() * (1.7e-4 * dt.squareRoot())
      step.push =
        Vector3(0, 0, PhysicalConstants.standardGravity) * dt
        + random.vector() * (0.02 * dt.squareRoot())
      step.up = Vector3(0, 0, 1)
      step.upDeviation = 0.01
      // The calm teaches the orientation an offset, until it is seen to be none.
      step.gyroscopeBias = step.isCalm ? Vector3(0, 0, Self.slowTurn) : .zero
      step.gyroscopeBiasDeviation = step.isCalm ? Self.unknown / (1 + since) : Self.unknown
      step.falseRests = since >= Double(seconds) ? 1 : 0
      if index == 60 {
        step.heading = NavigationStep.Heading(value: 0, deviation: Angle(degrees: 2).radians)
      }
      filter.advance(step, to: time)
      guard index % 50 == 49 else { continue }
      _ = filter.apply(.standing(at: time, random: &random))
    }
    return filter
  }

  @Test func `what a calm has taught is taken back once it is seen to have been a turn`() {
    let calm = filter(calmFor: 15, thenMoving: 0)
    let learnt = calm.state.gyroscopeBias.z
    #expect(calm.isAtRest)
    #expect(abs(learnt - Self.slowTurn) < 0.2 * Self.slowTurn)
    var moving = filter(calmFor: 15, thenMoving: 1)
    let kept = moving.state.gyroscopeBias.z
    let deviation = moving.covariance.variances(at: ErrorIndex.gyroscopeBias).z.squareRoot()
    #expect(abs(kept) < deviation && deviation > 0.5 * Self.unknown, "\(kept) ± \(deviation)")
    // It has turned by 4.5° that were taken for the gyroscope's offset.
    let heading = Angle(radians: moving.headingDeviation).degrees
    #expect(heading > 4.5, "\(heading)")
  }
}
