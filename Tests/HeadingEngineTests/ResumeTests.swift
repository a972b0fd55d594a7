import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// What comes from elsewhere: an earlier run, a receiver's speed, a sensor that comes late.
struct ResumeTests {
  @Test func `a run saves bias, field and heading for the next one`() throws {
    let hat = simulatedHat(heading: 200, pitch: 5)
    var run = EngineRun()
    let early = run.engine.restorableState
    #expect(early == nil)
    run.feed(hat.events(until: 20))
    let known = run.engine.restorableState
    let state = try #require(known)
    #expect(abs((state.fieldStrength ?? 0) - hat.earthField.strength) < 2e-6)
    #expect(state.attitude != nil && state.magneticField != nil)
    var next = EngineRun()
    next.feed(.restoredState(BootTime(seconds: 0), state))
    next.feed(hat.events(until: 0.5))
    #expect(distance(next.last.magneticHeading.value, hat.truth(at: 0.5).magneticHeading) < 2)
    // The calibration comes after the state and takes its own offset out, as in the run before.
    let offset = try #require(state.gyroscopeBias)
    let later = next.engine.restorableState
    let resumed = try #require(later?.gyroscopeBias)
    #expect((resumed - offset).length < 5e-4)
    #expect(hat.calibration.gyroscopeBias.length > 5e-3)
  }

  @Test func `restarts in place keep heading and bound`() throws {
    var hat = simulatedHat(heading: 200, pitch: 5)
    var run = EngineRun()
    run.feed(hat.events(until: 60))
    let heading = try #require(run.last.magneticHeading.value)
    let bound = try #require(run.last.headingAccuracy.value)
    for seed in 2...11 {
      let known = run.engine.restorableState
      let state = try #require(known)
      hat.seed = UInt64(seed)
      run = EngineRun()
      run.feed(.restoredState(BootTime(seconds: 0), state))
      run.feed(hat.events(until: 20))
    }
    #expect(distance(run.last.magneticHeading.value, heading) < 0.2)
    #expect(abs((run.last.headingAccuracy.value ?? .zero).degrees - bound.degrees) < 0.2)
  }

  @Test func `a gyroscope that appears after two seconds does not interrupt the heading`() {
    let hat = simulatedHat(heading: 77, pitch: -10)
    var run = EngineRun()
    run.feed(hat.events(until: 4)) { event in
      event.time.seconds < 2 ? event.without(.gyroscope) : event
    }
    for solution in run.solutions where solution.time.seconds > 1.2 {
      #expect(
        distance(solution.magneticHeading.value, hat.truth(at: 2).magneticHeading) < 2,
        "\(solution.time.seconds) s: \(solution.reasons.names)")
    }
  }
}
