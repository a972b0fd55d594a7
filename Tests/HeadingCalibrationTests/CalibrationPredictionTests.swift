import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

/// Compares predicted with realised heading errors under errors of other sensors.
///
/// The root mean square of realised over predicted error is 1 for a consistent prediction; over
/// twenty runs it scatters by a sixth, since each has few independent errors.
struct CalibrationPredictionTests {
  /// Ratio of realised to predicted error, and realised error, root mean square over the seeds.
  private func evaluated(
    _ seeds: Range<UInt64>, _ make: (UInt64) -> HandheldTurns,
    knowing knowledge: CalibrationPriors = Turns.place,
    also check: (CalibrationResult) -> Void = { _ in }
  ) -> (ratio: Double, error: Double) {
    var (ratios, errors) = (0.0, 0.0)
    for seed in seeds {
      let turned = make(seed)
      let result = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
      #expect(result.isAccepted)
      let error = turned.error(result.parameters)
      let ratio = error / result.predictedHeadingError.level.degrees
      ratios += ratio * ratio
      errors += error * error
      check(result)
    }
    let count = Double(seeds.count)
    return ((ratios / count).squareRoot(), (errors / count).squareRoot())
  }

  // Without bias estimation: 3° and more with 0.4° predicted, since the bias enters the soft iron.
  @Test
  func `accelerometer bias and scale are estimated, and the prediction covers the remaining error`()
  {
    var errors = HandheldTurns.Errors()
    errors.bias = 0.05
    errors.scale = 0.02
    var named = 0
    let (ratio, error) = evaluated(
      0..<20, { HandheldTurns(seed: $0, errors: errors) },
      also: { if $0.reasons.contains(.accelerometerUncalibrated) { named += 1 } })
    #expect((0.7...1.3).contains(ratio))
    // 600 samples of 0.5 µT allow 0.15°.
    #expect(error < 0.3)
    // Of twenty draws of three 50 mg, one may be small by chance.
    #expect(named >= 18)
  }

  @Test func `a calibrated accelerometer is not reported as uncalibrated`() {
    let (ratio, error) = evaluated(
      100..<110, { HandheldTurns(seed: $0) },
      also: { #expect(!$0.reasons.contains(.accelerometerUncalibrated)) })
    #expect((0.5...1.5).contains(ratio))
    #expect(error < 0.25)
  }

  @Test func `the lag of the field is estimated with a gyroscope`() {
    var errors = HandheldTurns.Errors()
    errors.delay = 0.03
    let (ratio, error) = evaluated(
      0..<5,
      {
        HandheldTurns(seed: $0, seconds: 30, rate: 40, errors: errors, hasGyroscope: true)
      }, also: { #expect(abs(($0.lag ?? 0) - 0.03) < 0.003) })
    #expect((0.4...1.8).contains(ratio))
    #expect(error < 0.2)
  }

  // 4° of inclination are 500 km.
  @Test func `a wrong place is reported, and the error is within the prediction`() {
    var errors = HandheldTurns.Errors()
    errors.acceleration = 0.1
    var wrong = Turns.place
    wrong.inclination = Angle(degrees: Turns.inclination.degrees + 4)
    let (ratio, error) = evaluated(
      0..<10, { HandheldTurns(seed: $0, errors: errors) }, knowing: wrong,
      also: {
        #expect($0.reasons.contains(.placeDisagrees))
        #expect(abs(($0.inclination?.degrees ?? 0) - Turns.inclination.degrees) < 1.5)
      })
    #expect((0.5...1.6).contains(ratio))
    #expect(error < 0.3)
  }

  // Without drift estimation: 1° and more with 0.2° predicted.
  @Test func `hard-iron drift is reported, and the result is valid at the end`() {
    var errors = HandheldTurns.Errors()
    errors.drift = Vector3(1.2e-6, -1.2e-6, 1e-6)
    let (ratio, error) = evaluated(
      0..<10, { HandheldTurns(seed: $0, errors: errors) },
      also: { #expect($0.reasons.contains(.drifting)) })
    // The drift may continue: the prediction is larger than the error of a drift that ends.
    #expect((0.1...1.5).contains(ratio))
    // 1.9 µT horizontal would be 3°.
    #expect(error < 0.8)
  }

  @Test
  func `an uncalibrated accelerometer is reported and widens the prediction`() {
    // In level turns a bias resembles horizontal hard iron: 30 mg are some degrees.
    let turned = Turns(count: 600, tilt: 3, interval: 0.5)
    var knowledge = Turns.place
    knowledge.accelerometer = .calibrated
    let sure = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
    knowledge.accelerometer = .uncalibrated
    let unsure = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
    #expect(!sure.reasons.contains(.accelerometerUncalibrated))
    #expect(unsure.reasons.contains(.accelerometerUncalibrated))
    #expect(
      unsure.predictedHeadingError.level.degrees > 2 * sure.predictedHeadingError.level.degrees)
  }

  // Otherwise 24° with 1° predicted, since noise in the vertical counts as tilt.
  @Test func `level turns leave the vertical axis uncertain`() {
    for seed in UInt64(0)..<3 {
      let turned = LevelTurns(seed: seed)
      let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
      #expect(turned.error(result.parameters) < 1)
      // Otherwise 2.3: it is hardly observable.
      #expect((0.5...2).contains(result.parameters.softIron.columns.z.z))
    }
  }

  // The fit absorbs most of such an acceleration: its size follows from the residuals.
  @Test func `flat figures of eight with large accelerations are refused or uncertain`() {
    var refused = 0
    for seed in UInt64(0)..<12 {
      let turned = FlatEights(seed: seed, acceleration: 2)
      let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
      let error = turned.error(result.parameters)
      if result.isAccepted {
        #expect(error < 2.5 * result.predictedHeadingError.level.degrees)
      } else {
        refused += 1
      }
    }
    #expect(refused >= 8)
  }

  // 600 samples with tilts of ±10° in two turns: a wrong dip enters the vertical axis and appears
  // at tilt.
  @Test func `a wrong place is reported also with small tilts`() {
    var wrong = Turns.place
    wrong.inclination = Angle(degrees: Turns.inclination.degrees + 12)
    let turned = Turns(count: 600, tilt: 10)
    let result = MagneticCalibrator().fit(turned.samples, knowledge: wrong)
    #expect(result.reasons.contains(.placeDisagrees) || !result.isAccepted)
  }
}
