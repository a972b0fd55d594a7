import Geomagnetism
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import RealModule
import Testing

@testable import HeadingEngine
@testable import HeadingEstimation
@testable import HeadingNavigation

/// Conversion between 68 % bounds and standard deviations.
struct HeadingUnitTests {
  private let end = BootTime(seconds: 105)

  /// An engine that lies still with a calibrated hat at a place that is known, with so many fixes a
  /// second.
  private func makeEngine(fixes: Double = 0) -> HeadingEngine {
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.fixedCoordinate = Coordinate(latitude: 47, longitude: 8)
    let hat = simulatedHat(heading: 40, iron: .none, latitude: 47, longitude: 8)
    engine.absorb(.settings(BootTime(seconds: 100), settings))
    for event in hat.events(until: 5, startingAt: BootTime(seconds: 100), fixes: fixes) {
      engine.absorb(event)
    }
    return engine
  }

  @Test func `the navigation filter receives the standard deviation of the field's azimuth`() {
    var engine = makeEngine(fixes: 1)
    let estimate = engine.orientation.estimate
    let context = engine.context(estimate, at: end)
    let stated = engine.calibrationError.current(
      attitude: estimate.attitude, field: engine.reference.field.value, date: engine.date(at: end)
    ).radians
    #expect(context.field != nil)
    let whole = estimate.headingBound.estimatedDeviation
    let tilt = estimate.headingErrorTerms.tilt / estimate.headingErrorTerms.total
    let expected = (whole * whole * (1 - tilt * tilt) + stated * stated).squareRoot()
    #expect(abs(context.fieldDeviation - expected) < 1e-12, "\(expected)")
  }

  /// Has velocities show a horizon that turns the heading by about a multiple of the 68 % bound
  /// that its own tilt has.
  ///
  /// - Returns: By how much, 1σ, rad.
  private func bend(_ engine: inout HeadingEngine, by factor: Double) throws -> Double {
    let inclination = try #require(engine.reference.field.value).inclination
    let bent = factor * engine.orientation.estimate.headingErrorTerms.tilt
    let angle = bent * 2.0.squareRoot() / Double.tan(inclination.radians)
    engine.tiltResidual.reset()
    for step in 0..<2 {
      engine.tiltResidual.update(
        Vector3(0, Double.sin(angle), Double.cos(angle)), known: Vector3(0, 0, 1), variance: 0,
        at: BootTime(seconds: 104 + 0.1 * Double(step)))
    }
    return engine.tiltHeadingDeviation
  }

  @Test func `a tilt error widens the heading bound by its excess over the stated tilt`()
    throws
  {
    var engine = makeEngine()
    let before = engine.solution(at: end)
    let own = before.headingErrorTerms.tilt
    #expect(own > 0)
    // Its 68 % bound is 0.62 standard deviations.
    _ = try bend(&engine, by: 1.5)
    #expect(engine.solution(at: end).headingErrorTerms.tilt == own)
    #expect(engine.solution(at: end).headingAccuracy == before.headingAccuracy)
    let bent = try bend(&engine, by: 4)
    let terms = engine.solution(at: end).headingErrorTerms
    let told = own / 0.62
    #expect(abs(terms.tilt * terms.tilt - own * own - bent * bent + told * told) < 1e-9)
    let accuracy = try #require(engine.solution(at: end).headingAccuracy.value).radians
    #expect(abs(accuracy - terms.total) < 1e-12)
  }
}
