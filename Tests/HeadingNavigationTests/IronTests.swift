import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

@testable import HeadingNavigation

/// Iron that turns with the body against a field that does not.
struct IronTests {
  /// The field where the device is, µT, east, north, up; no declination.
  private static let field = Vector3(0, 20, -44)

  /// A filter after a device has stood in one place for some time, or has turned about itself.
  ///
  /// - Parameters:
  ///   - seconds: How long.
  ///   - iron: Hard iron, body, µT.
  ///   - noise: 1σ of the magnetometer, an axis, µT.
  ///   - turns: So many turns, all the time at the same rate.
  /// - Returns: The filter, and its heading less the true one over what it says that may be off by.
  private func filter(seconds: Int, iron: Vector3 = .zero, noise: Double, turns: Double = 0)
    -> (filter: NavigationFilter, headingError: Double)
  {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let (dt, gravity) = (0.02, PhysicalConstants.standardGravity)
    let rate = turns * 2 * .pi / Double(seconds)
    var heading = 0.0
    for index in 0..<(seconds * 50) {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      heading += rate * dt
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.turn = random.vector() * (1.7e-4 * dt.squareRoot()) - Vector3(0, 0, rate * dt)
      step.velocityIncrement =
        Vector3(0, 0, gravity) * dt + random.vector() * (0.02 * dt.squareRoot())
      step.up = Vector3(0, 0, 1)
      step.upDeviation = 0.01
      step.gyroscopeBiasDeviation = 1e-4
      if index % 10 == 0 {
        let toBody = Quaternion(angle: Angle(radians: heading), axis: Vector3(0, 0, 1))
        step.field = NavigationStep.Field(
          direction: toBody * Self.field + iron + random.vector() * noise, declination: 0,
          deviation: Angle(degrees: 2).radians)
      }
      filter.advance(step, to: time)
      if index % 10 == 9 { _ = filter.apply(.standing(at: time, random: &random), asWhole: true) }
    }
    let error = Angle(radians: filter.state.heading - heading).normalized.radians
    return (filter, error / filter.headingDeviation)
  }

  /// Estimated residual iron less the true one, over what the filter says it may be off by; right and forward.
  private func deviation(_ filter: NavigationFilter, iron: Vector3) -> [Double] {
    (0..<2).map { axis in
      let index = ErrorIndex.residualIron + axis
      let truth = iron[axis] / Self.field.y
      return (filter.state.residualIron[axis] - truth)
        / filter.covariance[index, index].squareRoot()
    }
  }

  @Test func `magnetometer noise does not bias the hard iron`() {
    // With derivatives at the measured field, whose noise they then hold, it goes to 80 deviations here.
    let result = filter(seconds: 240, noise: 0.8)
    for off in deviation(result.filter, iron: .zero) { #expect(abs(off) < 2) }
    #expect(abs(result.headingError) < 3)
  }

  @Test func `a turn makes residual hard iron observable`() {
    let iron = Vector3(0.5, -0.9, 0)
    let result = filter(seconds: 90, iron: iron, noise: 0.4, turns: 1.5)
    for off in deviation(result.filter, iron: iron) { #expect(abs(off) < 3) }
    #expect(abs(result.headingError) < 3)
  }

  @Test func `hard iron learned by the attitude estimator is subtracted from the residual`() {
    var filter = filter(seconds: 20, noise: 0.2).filter
    let before = filter.state.residualIron
    let corrected = NavigationStep.Field(
      direction: Self.field - Vector3(1, 0, 0), iron: Vector3(1, 0, 0), declination: 0,
      deviation: Angle(degrees: 2).radians)
    filter.measure(corrected, isBiasKnown: true)
    #expect(abs(filter.state.residualIron.x - (before.x - 0.05)) < 0.005)
    // With another calibration nothing of it holds.
    filter.recalibrateField()
    filter.measure(corrected, isBiasKnown: true)
    #expect(abs(filter.state.residualIron.x) < 0.02)
  }
}
