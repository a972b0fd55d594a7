import HeadingCalibration
import HeadingGeometry
import Testing

/// A level turn at a constant rate: neither a velocity nor an accelerometer bias is observable.
struct SteadyTurnTests {
  /// Ratio of realised to predicted error, and realised error in degrees, root mean square over
  /// twenty seeds.
  private func evaluated(
    hasGyroscope: Bool, also check: (CalibrationResult) -> Void
  ) -> (ratio: Double, error: Double) {
    var (ratios, errors) = (0.0, 0.0)
    for seed in UInt64(0)..<20 {
      let turn = SteadyTurn(seed: seed, hasGyroscope: hasGyroscope)
      let result = MagneticCalibrator().fit(turn.samples, knowledge: Turns.place)
      #expect(result.isAccepted)
      let error = turn.error(result.parameters)
      let ratio = error / result.predictedHeadingError.level.degrees
      (ratios, errors) = (ratios + ratio * ratio / 20, errors + error * error / 20)
      check(result)
    }
    return (ratios.squareRoot(), errors.squareRoot())
  }

  // Otherwise tens of degrees with 0.1 to 0.5° predicted: the regression of the force on the
  // gyroscope's noise gave a vehicle's velocity of some m/s.
  @Test func `a level turn at a constant rate is calibrated within its predicted error`() {
    let (ratio, error) = evaluated(hasGyroscope: true) {
      #expect($0.reasons.contains(.steadyTurn))
      #expect($0.lag != nil)
    }
    #expect((0.5...1.5).contains(ratio))
    // 3 mg per axis times the tangent of 65° are 0.37°.
    #expect(error < 0.6)
  }

  // Otherwise 2 to 3: an unknown accelerometer counted as accurate to 1 mg.
  @Test func `the predicted error contains the bias of an accelerometer that is not tilted`() {
    let (ratio, error) = evaluated(hasGyroscope: false) { _ in }
    #expect((0.5...1.5).contains(ratio))
    #expect(error < 0.6)
  }
}
