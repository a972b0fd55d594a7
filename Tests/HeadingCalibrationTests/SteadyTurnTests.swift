import HeadingCalibration
import HeadingGeometry
import Testing

/// A level turn on the spot, by an accelerometer with a bias: a velocity is observable only if the
/// rate varies, the bias hardly.
struct SteadyTurnTests {
  /// Ratio of realised to predicted error, root mean square over the seeds, and their results.
  private func evaluated(
    hasGyroscope: Bool, variation: Double, rate: Double = 18, arm: Double = 0
  ) -> (ratio: Double, results: [CalibrationResult]) {
    var (ratios, results) = (0.0, [CalibrationResult]())
    for seed in UInt64(0)..<20 {
      let turn = SteadyTurn(
        seed: seed, hasGyroscope: hasGyroscope, variation: variation, rate: rate, arm: arm)
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

  // Otherwise a ratio of 4, and of 9 at some seeds: the noise in derivatives by the vertical's tilt pulled the
  // fit along what a level turn leaves open.
  @Test func `the predicted error contains the pull at an outstretched arm`() {
    let (ratio, _) = evaluated(hasGyroscope: false, variation: 0, rate: 52, arm: 0.6)
    #expect((0.5...1.8).contains(ratio))
  }

  // Otherwise refused: the hard iron along the only axis of the turn was taken for zero.
  @Test func `a turn about one axis tells no reversal of all axes`() {
    let straight = HandheldTurns.distortion.inverse ?? .identity
    for seed in UInt64(0)..<8 {
      let samples = SteadyTurn(seed: seed, pitch: -40, swing: 0).samples.map {
        var sample = $0
        sample.field = straight * (sample.field - Turns.hardIron) + Turns.hardIron
        return sample
      }
      let finding = AxisCheck.check(samples, isFieldDown: true)
      #expect((finding?.assignment ?? .identity) == .identity)
    }
  }

  // Otherwise the place was doubted: no fit converged along what a level turn leaves open.
  @Test func `a level turn does not contradict the place`() {
    for seed in UInt64(0)..<8 {
      let turn = SteadyTurn(seed: seed, swing: 0)
      let result = MagneticCalibrator().fit(turn.samples, knowledge: Turns.place)
      #expect(!result.reasons.contains(.placeDisagrees), "\(result)")
    }
  }

  // 10 mg per axis times the tangent of 65° are 1.2°. Otherwise a ratio of ten: an unknown
  // accelerometer counted as accurate to 1 mg.
  @Test func `the predicted error contains the bias of an accelerometer that is not tilted`() {
    let (ratio, results) = evaluated(hasGyroscope: false, variation: 0)
    #expect((0.5...1.5).contains(ratio))
    #expect(results.allSatisfy { $0.isAccepted })
  }
}
