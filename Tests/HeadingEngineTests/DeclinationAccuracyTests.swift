import Geomagnetism
import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// The declination's error in the bound of the true heading.
struct DeclinationAccuracyTests {
  private func solution(
    year: Int, extrapolating: Bool = false, _ extra: [SensorEvent] = [],
    without kind: SensorKind? = nil
  ) -> HeadingSolution {
    let hat = simulatedHat(
      heading: 77, date: UniversalTime(year: year, month: 6, day: 1))
    var settings = EngineSettings()
    settings.extrapolatesMagneticModel = extrapolating
    var run = EngineRun()
    run.feed(.settings(BootTime(seconds: 0), settings))
    run.feed(SimulatedEvents(of: hat, until: 2.5, trust: .synchronized, fixes: 1)) {
      kind.map($0.without) ?? $0
    }
    for event in extra { run.feed(event) }
    return run.last
  }

  private func degrees(_ value: Availability<Angle>) -> Double { value.value?.degrees ?? .nan }

  @Test(arguments: [2025, 2026, 2029])
  func `the true heading's bound is the magnetic heading's and the declination's, in quadrature`(
    year: Int
  ) {
    let solution = solution(year: year)
    let (magnetic, own) = (degrees(solution.headingAccuracy), degrees(solution.declinationAccuracy))
    #expect(
      abs(degrees(solution.trueHeadingAccuracy) - (magnetic * magnetic + own * own).squareRoot())
        < 1e-9)
    // √(0.26² + (5417 / H)²) with about 23 600 nT at San Francisco; more near the end of the
    // validity.
    #expect(own > 0.34 && own < 0.38)
  }

  @Test func `the declination's error grows towards the end of the model and beyond it`() {
    let early = degrees(solution(year: 2026).declinationAccuracy)
    let late = degrees(solution(year: 2029).declinationAccuracy)
    let beyond = degrees(solution(year: 2032, extrapolating: true).declinationAccuracy)
    let far = degrees(solution(year: 2040, extrapolating: true).declinationAccuracy)
    #expect(early < late && late < beyond && beyond < far)
  }

  @Test func `an expired model is used if configured, and is reported`() {
    let refused = solution(year: 2032)
    #expect(refused.trueHeading.reasons == .modelExpired)
    #expect(refused.declinationAccuracy.reasons == .modelExpired)
    let used = solution(year: 2032, extrapolating: true)
    #expect(used.trueHeading.value != nil)
    #expect(used.reasons.contains(.modelExpired))
    #expect(degrees(used.trueHeadingAccuracy) > degrees(used.headingAccuracy))
  }

  @Test func `an external compass gets the declination's error for the other north only`() {
    let own = Angle(degrees: 2)
    func heading(_ value: HeadingObservation.Value) -> HeadingSolution {
      solution(
        year: 2026,
        [.heading(HeadingObservation(time: BootTime(seconds: 2.6), value: value, accuracy: own))],
        without: .magnetometer)
    }
    let magnetic = heading(.magnetic(Heading(degrees: 40)))
    #expect(abs(degrees(magnetic.headingAccuracy) - 2) < 1e-9)
    #expect(degrees(magnetic.trueHeadingAccuracy) > 2.02)
    let geographic = heading(.geographic(Heading(degrees: 40)))
    #expect(abs(degrees(geographic.trueHeadingAccuracy) - 2) < 1e-9)
    #expect(degrees(geographic.headingAccuracy) > 2.02)
  }
}
