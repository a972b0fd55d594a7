import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// When there is a true heading, and why not.
struct TrueNorthTests {
  private func last(
    _ hat: SimulatedHat, trust: ClockRelation.Trust = .synchronized, fixes: Double = 1,
    settings: EngineSettings? = nil
  ) -> HeadingSolution {
    var run = EngineRun()
    if let settings { run.feed(.settings(BootTime(seconds: 0), settings)) }
    run.feed(SimulatedEvents(of: hat, until: 2.5, trust: trust, fixes: fixes))
    return run.last
  }

  @Test func `an unsynchronized wall clock gives no date`() {
    let solution = last(simulatedHat(), trust: .none)
    #expect(solution.trueHeading.reasons == .dateUnknown)
    #expect(solution.declination.reasons == .dateUnknown)
    #expect(solution.universalTime.isMissing)
    #expect(solution.magneticHeading.value != nil)
  }

  @Test(arguments: [ClockRelation.Trust.gnss, .synchronized, .given])
  func `a receiver, a synchronized clock or the user gives a date`(
    trust: ClockRelation.Trust
  ) {
    let solution = last(simulatedHat(heading: 77), trust: trust)
    #expect(
      distance(solution.trueHeading.value, simulatedHat(heading: 77).truth(at: 0).trueHeading) < 1)
    #expect(solution.universalTime.value != nil)
  }

  @Test(arguments: [ClockRelation.Trust.none, .synchronized])
  func `a configured day dates the magnetic model and not the samples`(
    trust: ClockRelation.Trust
  ) {
    var settings = EngineSettings()
    settings.modelDate = UniversalTime(year: 2035, month: 1, day: 1)
    let late = last(simulatedHat(), trust: trust, settings: settings)
    #expect(late.trueHeading.reasons == .modelExpired)
    settings.modelDate = UniversalTime(year: 2026, month: 6, day: 1)
    let hat = simulatedHat(heading: 77)
    let solution = last(hat, trust: trust, settings: settings)
    #expect(distance(solution.trueHeading.value, hat.truth(at: 0).trueHeading) < 1)
    #expect(solution.universalTime.isMissing == (trust == .none))
    if let time = solution.universalTime.value {
      #expect(
        abs(time.secondsSince1970 - hat.startTime.secondsSince1970 - solution.time.seconds) < 1)
    }
  }

  @Test(arguments: [ClockRelation.Trust.gnss, .given])
  func `a receiver's or a recording's time has precedence over a configured day`(
    trust: ClockRelation.Trust
  ) {
    var settings = EngineSettings()
    settings.modelDate = UniversalTime(year: 2035, month: 1, day: 1)
    #expect(last(simulatedHat(), trust: trust, settings: settings).trueHeading.value != nil)
  }

  @Test func `without a place there is no declination`() {
    let solution = last(simulatedHat(), fixes: 0)
    #expect(solution.trueHeading.reasons == .positionUnknown)
    #expect(solution.magneticHeading.value != nil)
    let neither = last(simulatedHat(), trust: .none, fixes: 0)
    #expect(neither.trueHeading.reasons == [.positionUnknown, .dateUnknown])
  }

  @Test func `a configured position is used without a receiver`() {
    var settings = EngineSettings()
    let hat = simulatedHat(heading: 250)
    settings.fixedCoordinate = hat.coordinate
    settings.fixedAltitude = 52
    let solution = last(hat, fixes: 0, settings: settings)
    #expect(distance(solution.trueHeading.value, hat.truth(at: 0).trueHeading) < 1)
    #expect(solution.coordinate.value == hat.coordinate)
    #expect(solution.altitude.value == 52)
  }

  @Test func `beyond the model's five years it has expired`() {
    let solution = last(simulatedHat(date: UniversalTime(year: 2035, month: 1, day: 1)))
    #expect(solution.trueHeading.reasons == .modelExpired)
    #expect(solution.declination.reasons == .modelExpired)
    #expect(solution.magneticHeading.value != nil)
  }

  @Test func `at the magnetic pole there is no magnetic heading`() {
    // The dip pole of WMM2025 at 2026.5 is near 85.7° N, 138° E (NOAA's wandering pole table).
    let solution = last(simulatedHat(latitude: 85.7, longitude: 138))
    #expect(solution.magneticHeading.reasons.contains(.fieldTooWeak))
    #expect(solution.trueHeading.reasons.contains(.fieldTooWeak))
    #expect(solution.status == .invalid)
  }

  @Test func `a weak horizontal field is reported`() {
    // Resolute Bay: about 3 µT of horizontal field.
    let solution = last(simulatedHat(latitude: 74.7, longitude: -94.9))
    #expect(solution.reasons.contains(.fieldWeak))
    #expect(solution.status != .valid)
  }

  @Test func `an unsynchronized clock does not replace a receiver's date`() {
    let hat = simulatedHat(heading: 10)
    var run = EngineRun()
    run.feed(SimulatedEvents(of: hat, until: 2, trust: .gnss))
    #expect(run.last.trueHeading.value != nil)
    run.feed(
      .clock(
        ClockRelation(
          bootTime: BootTime(seconds: 2), universalTime: UniversalTime(secondsSince1970: 0),
          trust: .none)))
    run.feed(hat.events(until: 3)) { event in
      if case .clock = event { return nil }
      return event.time.seconds >= 2 ? event : nil
    }
    #expect(run.last.trueHeading.value != nil)
    #expect(run.last.universalTime.value != nil)
  }

  @Test func `a receiver's week-number rollover is reported, and its date is not used`() {
    let hat = simulatedHat(heading: 77)
    var run = EngineRun()
    run.feed(SimulatedEvents(of: hat, until: 2, trust: .synchronized))
    // 1024 weeks back.
    let wrong = UniversalTime(secondsSince1970: hat.startTime.secondsSince1970 - 1024 * 604_800)
    let time = BootTime(seconds: 2)
    run.feed(.clock(ClockRelation(bootTime: time, universalTime: wrong, trust: .gnss)))
    run.feed(.tick(BootTime(seconds: 2.2)))
    #expect(run.last.reasons.contains(.fixDateImplausible))
    #expect(distance(run.last.trueHeading.value, hat.truth(at: 2).trueHeading) < 1)
    run.feed(.clock(ClockRelation(bootTime: time, universalTime: hat.startTime, trust: .gnss)))
    run.feed(.tick(BootTime(seconds: 2.4)))
    #expect(!run.last.reasons.contains(.fixDateImplausible))
  }

  @Test func `a corrected date is used at once`() {
    // The user said 2035, the receiver says 2026.
    let hat = simulatedHat(heading: 10)
    var run = EngineRun()
    run.feed(
      SimulatedEvents(
        of: simulatedHat(
          heading: 10, date: UniversalTime(year: 2035, month: 1, day: 1)), until: 2, trust: .given))
    #expect(run.last.trueHeading.reasons == .modelExpired)
    run.feed(
      .clock(
        ClockRelation(
          bootTime: BootTime(seconds: 2), universalTime: hat.startTime, trust: .gnss)))
    run.feed(.tick(BootTime(seconds: 2.2)))
    #expect(distance(run.last.trueHeading.value, hat.truth(at: 0).trueHeading) < 1)
  }

  @Test func `the altimeter setting moves the altitude as the standard says`() {
    var settings = EngineSettings()
    settings.seaLevelPressure = 100_000
    let solution = last(simulatedHat(), fixes: 0, settings: settings)
    // ICAO Doc 7488: 1000 hPa is 110.9 m. The simulated barometer reads 1.2 m low.
    #expect(abs((solution.altitude.value ?? 0) - (52 - 110.9)) < 4)
  }
}
