import HeadingCalibration
import HeadingGeometry
import Testing

/// A level turn on the spot, by an accelerometer with a bias: a velocity is observable only if the
/// rate varies, the bias hardly.
struct SteadyTurnTests {
  /// Ratio of realised to predicted error, root mean square over the seeds, and their results.
  private func evaluated(
    hasGyroscope: Bool, variation: Double
  ) -> (ratio: Double, results: [CalibrationResult]) {
    var (ratios, results) = (0.0, [CalibrationResult]())
    for seed in UInt64(0)..<20 {
      let turn = SteadyTurn(seed: seed, hasGyroscope: hasGyroscope, variation: variation)
      let result = MagneticCalibrator().fit(turn.samples, knowledge: Turns.place)
      let ratio = turn.error(result.parameters) / result.predictedHeadingError.level.degrees
      ratios += ratio * ratio / 20
      results.append(result)
    }
    return (ratios.squareRoot(), results)
  }

  // Otherwise tens of degrees with 0.1 to 0.5° predicted: the regression of the force on the
  // gyroscope's noise gave a vehicle's velocity of some m/s.
  @Test func `a level turn at a constant rate may be a vehicle's circle`() {
    let (ratio, results) = evaluated(hasGyroscope: true, variation: 0)
    #expect(ratio < 1.5)
    // At a varying rate 0.15°.
    #expect(results.allSatisfy { $0.predictedHeadingError.level.degrees > 1 })
  }

  // Otherwise accepted with 1° predicted: 21 and 52° wrong.
  @Test(arguments: [(15.0, 3.4), (15, 18), (30, 7.2)], [true, false])
  func `a turn with bank is no level turn`(turn: (bank: Double, rate: Double), hasGyroscope: Bool) {
    let (bank, rate) = turn
    for seed in UInt64(0)..<8 {
      let turn = SteadyTurn(seed: seed, hasGyroscope: hasGyroscope, rate: rate, bank: bank)
      var knowledge = Turns.place
      // 3 % more force at 15° could be the bias of an accelerometer of which nothing is known.
      if bank < 20 { knowledge.accelerometer = .calibrated }
      let result = MagneticCalibrator().fit(turn.samples, knowledge: knowledge)
      #expect(!result.isAccepted, "\(result)")
    }
  }

  @Test func `a gyroscope shows velocity and accelerometer bias at a varying rate`() {
    let (ratio, results) = evaluated(hasGyroscope: true, variation: 0.5)
    #expect((0.3...1.6).contains(ratio))
    #expect(results.allSatisfy { $0.isAccepted })
  }

  // 10 mg per axis times the tangent of 65° are 1.2°. Otherwise a ratio of ten: an unknown
  // accelerometer counted as accurate to 1 mg.
  @Test func `the predicted error contains the bias of an accelerometer that is not tilted`() {
    let (ratio, results) = evaluated(hasGyroscope: false, variation: 0)
    #expect((0.5...1.5).contains(ratio))
    #expect(results.allSatisfy { $0.isAccepted })
  }
}
