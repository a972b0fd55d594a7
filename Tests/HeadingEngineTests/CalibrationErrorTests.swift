import Geomagnetism
import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// A profile's error as a function of place, date and temperature.
struct CalibrationErrorTests {
  private static let made = UniversalTime(year: 2026, month: 7, day: 1)

  /// What makes a profile fit less than on the day it was made.
  private enum Change: CaseIterable {
    case age, distance, cold, heat, tilt
  }

  private func profile(_ hat: SimulatedHat, _ change: Change?) -> CalibrationParameters {
    var parameters = hat.calibration
    parameters.headingError = Angle(degrees: 1)
    parameters.origin.created = Self.made
    parameters.origin.coordinate = hat.coordinate
    // The simulated chips are at 25 °C.
    parameters.origin.temperatures = 290...305
    switch change {
    case .age: parameters.origin.created = UniversalTime(year: 2022, month: 7, day: 1)
    case .distance: parameters.origin.coordinate = Coordinate(latitude: 1.35, longitude: 103.8)
    case .cold: parameters.origin.temperatures = 320...330
    case .heat: parameters.origin.temperatures = 260...280
    case .tilt: parameters.headingErrorTilt20 = Angle(degrees: 6)
    case nil: break
    }
    return parameters
  }

  /// The calibration's share of the 68 % bound, degrees.
  private func term(_ hat: SimulatedHat, _ parameters: CalibrationParameters) -> Double {
    var run = EngineRun()
    run.feed(hat.events(until: 2)) { event in
      if case .calibration(let time, _) = event { return .calibration(time, parameters) }
      return event
    }
    return Angle(radians: run.last.headingErrorTerms.calibration).degrees
  }

  @Test(arguments: Change.allCases)
  private func `age, distance, temperature and tilt enlarge the bound`(change: Change) {
    let hat = simulatedHat(heading: 40, pitch: 10)
    let fresh = term(hat, profile(hat, nil))
    let changed = term(hat, profile(hat, change))
    // Each of them adds at least half of the error that the profile states.
    #expect(changed > (fresh * fresh + 0.25).squareRoot(), "\(fresh) \(changed)")
  }

  @Test func `a temperature slope is half certain outside the temperatures of the calibration`() {
    let hat = simulatedHat(heading: 40)
    var steep = profile(hat, nil)
    // 25 °C is 18.15 K colder than what the profile saw; nothing is added there.
    steep.origin.temperatures = 316.3...330
    steep.temperature = TemperatureEffect(field: Vector3(0.4e-6, 0, 0), reference: 298.15)
    let expected =
      Angle(radians: 18.15 * 0.2e-6 / hat.earthField.horizontalStrength).degrees
    let fresh = term(hat, profile(hat, nil))
    let beyond = term(hat, steep)
    let added = (beyond * beyond - fresh * fresh).squareRoot()
    #expect(abs(added / expected - 1) < 0.1, "\(added) \(expected)")
  }

  @Test func `at its place and date a profile has its stated error`() {
    let hat = simulatedHat(heading: 40)
    var exact = profile(hat, nil)
    exact.headingError = nil
    let rest = term(hat, exact)
    let stated = term(hat, profile(hat, nil))
    #expect(abs((stated * stated - rest * rest).squareRoot() - 1) < 0.02)
  }

  @Test(arguments: [(69.7, 19.0), (82.5, -62.3), (-33.9, 18.4)])
  func `a residual hard iron is covered where the horizontal field is weaker`(
    latitude: Double, longitude: Double
  ) throws {
    let home = simulatedHat(heading: 90)
    let field = try MagneticModel.wmm2025.field(
      at: try #require(Coordinate(latitude: latitude, longitude: longitude)),
      ellipsoidalHeight: 0, decimalYear: 2026.5)
    // A residual across the needle that turns it by 1° at home, by more where the field is weaker.
    let across = home.earthField.horizontalStrength * Angle(degrees: 1).sine
    let turn = Angle(radians: across / field.horizontal).degrees
    let hat = simulatedHat(heading: 90, latitude: latitude, longitude: longitude)
    var parameters = profile(home, nil)
    parameters.origin.temperatures = nil
    #expect(term(hat, parameters) >= max(turn, 1) * 0.999)
  }

  @Test func `an unsynchronized date does not age the calibration`() {
    let hat = simulatedHat(heading: 40)
    var old = profile(hat, .age)
    var run = EngineRun()
    run.feed(
      SimulatedEvents(of: hat, until: 2, trust: .none, calibrated: false, fixes: 0))
    let time = run.last.time
    run.feed(.calibration(time, old))
    let undated = run.engine.solution(at: time).headingErrorTerms.calibration
    old.origin.created = nil
    run.feed(.calibration(time, old))
    #expect(run.engine.solution(at: time).headingErrorTerms.calibration == undated)
  }
}
