import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

/// Level circles: observable parameters are calibrated, others are in the predicted error.
struct VehicleCircleTests {
  /// Ratio of realised to predicted error, root mean square over the accepted seeds, and their
  /// number.
  private func evaluated(
    _ seeds: Range<UInt64>, _ knowledge: CalibrationPriors, hasGyroscope: Bool = true,
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

  // Otherwise 5 to 20° with 2 to 4° predicted, since the force's constant tilt enters the soft
  // iron.
  @Test func `a car's circles with a gyroscope give a calibration within its predicted error`() {
    let (ratio, error, accepted) = evaluated(0..<12, Turns.place)
    #expect(accepted >= 11)
    #expect((0.3...1.6).contains(ratio))
    #expect(error < 1.5)
  }

  @Test func `the speed of a receiver corrects the centripetal acceleration`() {
    let (ratio, error, accepted) = evaluated(
      20..<28, Turns.place, hasGyroscope: false, hasReceiver: true)
    #expect(accepted == 8)
    #expect((0.3...1.6).contains(ratio))
    // Rates from the field are accurate to some percent only, and the force is tilted by up to 15°.
    #expect(error < 3.5)
  }

  // Without the level start no fit converged.
  @Test func `circles without a place are accepted, with a large predicted error at tilt`() {
    let (ratio, error, accepted) = evaluated(40..<48, CalibrationPriors())
    #expect(accepted >= 7)
    #expect(ratio < 1.6)
    #expect(error < 1.5)
    let result = MagneticCalibrator().fit(VehicleCircles(seed: 40).samples)
    let predicted = result.predictedHeadingError
    // The vertical field is uncertain by 0.25 of 50 µT; sin 20° of that over 20 µT is 12°.
    #expect(predicted.tilt20.degrees > 4 * predicted.level.degrees)
    #expect(predicted.tilt45 > predicted.tilt20)
  }
}
