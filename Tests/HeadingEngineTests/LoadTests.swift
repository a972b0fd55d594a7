import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// Corrections of the field for a motor's current and the chip's temperature.
struct LoadTests {
  /// 9 µT at 20 A, 0.3 s after the current.
  private static let effect = LoadEffect(
    field: Vector3(0.35e-6, 0.2e-6, -0.2e-6), delay: 0.3, range: 0...20)

  /// The current: on and off in ramps.
  private static func current(_ seconds: Double) -> Double {
    20 * min(1, max(0, 2 * Angle(degrees: 90 * seconds).sine + 0.5))
  }

  /// The hat's events with the motor in them, from which a filter may take some.
  private func run(
    _ hat: SimulatedHat, calibrated effect: LoadEffect?, isTold: Bool = true
  ) -> EngineRun {
    var run = EngineRun()
    var parameters = hat.calibration
    parameters.headingError = Angle(degrees: 1)
    parameters.load = effect
    // Without fixes, so that the magnetometer alone tells the heading; the profile tells the field.
    parameters.origin.fieldStrength = hat.earthField.strength
    parameters.origin.inclination = hat.earthField.inclination
    for event in hat.events(until: 30, calibrated: true, fixes: 0) {
      switch event {
      case .calibration(let time, _): run.feed(.calibration(time, parameters))
      case .magneticField(var sample):
        let seconds = sample.time.seconds
        sample.value += Self.effect.field * Self.current(seconds - Self.effect.delay)
        if isTold {
          run.feed(.load(ScalarSample(time: sample.time, value: Self.current(seconds))))
        }
        run.feed(.magneticField(sample))
      default: run.feed(event)
      }
    }
    return run
  }

  /// Root mean square error of the calibrated field, µT.
  private func error(_ run: borrowing EngineRun, _ hat: SimulatedHat) -> Double {
    let errors = run.solutions.compactMap { solution -> Double? in
      guard solution.time.seconds > 3, let field = solution.field.value else { return nil }
      return (field - hat.truth(at: solution.time.seconds).magneticField).length * 1e6
    }
    let squares = errors.reduce(0) { $0 + $1 * $1 }
    return (squares / Double(max(errors.count, 1))).squareRoot()
  }

  @Test func `the motor's field is corrected during operation`() {
    let hat = simulatedHat(heading: 70, pitch: 5)
    let without = error(run(hat, calibrated: nil), hat)
    let told = run(hat, calibrated: Self.effect)
    let with = error(told, hat)
    // The chip's noise, and no more, is left of 9 µT that come and go.
    #expect(without > 4 && with < 0.8, "\(without) \(with)")
    #expect(!told.last.reasons.contains(.loadUnknown))
    // Its delay matters: taken out at once, each ramp is missed by its part.
    var hasty = Self.effect
    hasty.delay = 0
    #expect(error(run(hat, calibrated: hasty), hat) > 2 * with)
  }

  @Test func `an unreported load is reported as unknown, and the bound covers its range`() {
    let hat = simulatedHat(heading: 70, pitch: 5)
    let silent = run(hat, calibrated: Self.effect, isTold: false)
    #expect(silent.last.reasons.contains(.loadUnknown))
    let told = run(hat, calibrated: Self.effect)
    let horizontal = hat.earthField.horizontalStrength
    let expected = Self.effect.swing / 3.0.squareRoot() / horizontal
    #expect(silent.last.headingErrorTerms.calibration > 0.9 * expected)
    #expect(told.last.headingErrorTerms.calibration < 0.2 * expected)
  }

  @Test
  func
    `the temperature effect is corrected during operation, and an unknown temperature widens the bound`()
  {
    let hat = simulatedHat(heading: 70, pitch: 5)
    let effect = TemperatureEffect(field: Vector3(0.2e-6, -0.1e-6, 0.1e-6), reference: 300)
    func run(_ effect: TemperatureEffect?, isTold: Bool = true) -> EngineRun {
      var run = EngineRun()
      var parameters = hat.calibration
      parameters.headingError = Angle(degrees: 1)
      parameters.temperature = effect
      parameters.origin.temperatures = 290...320
      parameters.origin.fieldStrength = hat.earthField.strength
      parameters.origin.inclination = hat.earthField.inclination
      for event in hat.events(until: 30, calibrated: true, fixes: 0) {
        switch event {
        case .calibration(let time, _): run.feed(.calibration(time, parameters))
        case .temperature: continue
        case .magneticField(var sample):
          let temperature = 300 + sample.time.seconds / 2
          sample.value += Vector3(0.2e-6, -0.1e-6, 0.1e-6) * (temperature - 300)
          if isTold {
            run.feed(
              .temperature(ScalarSample(time: sample.time, value: temperature), of: .magnetometer))
          }
          run.feed(.magneticField(sample))
        default: run.feed(event)
        }
      }
      return run
    }
    let (without, with) = (error(run(nil), hat), error(run(effect), hat))
    #expect(without > 1.5 && with < 0.8, "\(without) \(with)")
    let spread = effect.field.length * 15 / 3.0.squareRoot() / hat.earthField.horizontalStrength
    #expect(run(effect, isTold: false).last.headingErrorTerms.calibration > 0.9 * spread)
  }

  @Test func `a calibration with the error of none counts as none`() {
    let hat = simulatedHat(heading: 70)
    for (error, isNone) in [(20.0, true), (19, false)] {
      var run = EngineRun()
      var parameters = CalibrationParameters()
      parameters.headingError = Angle(degrees: error)
      run.feed(hat.events(until: 2)) { event in
        if case .calibration(let time, _) = event { return .calibration(time, parameters) }
        return event
      }
      #expect(run.last.reasons.contains(.uncalibrated) == isNone)
    }
  }
}
