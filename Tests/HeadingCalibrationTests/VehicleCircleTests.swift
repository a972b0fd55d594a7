import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

/// Circles on the level: what they tell is calibrated, what they do not is in the predicted error.
struct VehicleCircleTests {
  /// Realised over predicted error, root mean square over the seeds that are accepted, and how many are.
  private func evaluated(
    _ seeds: Range<UInt64>, _ knowledge: CalibrationKnowledge, hasGyroscope: Bool = true,
    hasReceiver: Bool = false
  ) -> (ratio: Double, error: Double, accepted: Int) {
    var (ratios, errors, accepted) = (0.0, 0.0, 0)
    for seed in seeds {
      let driven = VehicleCircles(
        seed: seed, hasGyroscope: hasGyroscope, hasReceiver: hasReceiver)
      let result = MagneticCalibrator().fit(driven.samples, knowledge: knowledge)
      guard result.isAccepted else { continue }
      let error = driven.error(result.parameters)
      let ratio = error / result.predictedHeadingError.level.degrees
      (ratios, errors, accepted) = (ratios + ratio * ratio, errors + error * error, accepted + 1)
    }
    let count = Double(max(accepted, 1))
    return ((ratios / count).squareRoot(), (errors / count).squareRoot(), accepted)
  }

  // Before: 5 to 20° with 2 to 4° predicted, since the force's steady tilt ended in the soft iron.
  @Test func `a car's circles with a gyroscope calibrate it, and the prediction is honest`() {
    let (ratio, error, accepted) = evaluated(0..<12, Turns.place)
    #expect(accepted >= 11)
    #expect((0.3...1.6).contains(ratio))
    #expect(error < 1.5)
  }

  @Test func `a receiver's speed takes the centripetal acceleration out`() {
    let (ratio, error, accepted) = evaluated(
      20..<28, Turns.place, hasGyroscope: false, hasReceiver: true)
    #expect(accepted == 8)
    #expect((0.3...1.6).contains(ratio))
    // The field tells the turn by some percent only, and the force is tilted by up to 15°.
    #expect(error < 3.5)
  }

  // Before: all were refused, since no fit settled.
  @Test func `circles without a place are accepted, and doubted where the device tilts`() {
    let (ratio, error, accepted) = evaluated(40..<48, CalibrationKnowledge())
    #expect(accepted >= 7)
    #expect(ratio < 1.6)
    #expect(error < 1.5)
    let result = MagneticCalibrator().fit(VehicleCircles(seed: 40).samples)
    let predicted = result.predictedHeadingError
    // The Earth's vertical field may be 0.25 of 50 µT off; sin 20° of that across 20 µT is 12°.
    #expect(predicted.tilt20.degrees > 4 * predicted.level.degrees)
    #expect(predicted.tilt45 > predicted.tilt20)
  }
}
