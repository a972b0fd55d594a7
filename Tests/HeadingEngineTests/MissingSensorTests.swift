import HeadingEngine
import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// Missing sensors make exactly their values missing, with the reason.
struct MissingSensorTests {
  private let hat = simulatedHat(heading: 130, pitch: 10, roll: -5)

  private func run(without kind: SensorKind, fixes: Double = 1) -> HeadingSolution {
    var run = EngineRun()
    run.feed(hat.events(until: 4, fixes: fixes)) { $0.without(kind) }
    return run.last
  }

  @Test func `without a magnetometer only the heading is missing`() {
    let solution = run(without: .magnetometer)
    #expect(solution.status == .invalid)
    #expect(solution.magneticHeading.reasons.contains(.magnetometerMissing))
    #expect(solution.trueHeading.reasons.contains(.magnetometerMissing))
    #expect(solution.field.reasons == .magnetometerMissing)
    #expect(abs((solution.pitch.value ?? .zero).degrees - 10) < 1)
    #expect(solution.altitude.value != nil)
  }

  @Test func `without an accelerometer tilt and heading are missing`() {
    let solution = run(without: .accelerometer)
    #expect(solution.status == .invalid)
    #expect(solution.attitude.reasons.contains(.accelerometerMissing))
    #expect(solution.magneticHeading.reasons.contains(.accelerometerMissing))
    #expect(solution.field.value != nil)
    #expect(solution.coordinate.value != nil)
  }

  @Test func `without a gyroscope the heading is there and smoothed slower`() {
    let solution = run(without: .gyroscope)
    #expect(distance(solution.magneticHeading.value, hat.truth(at: 4).magneticHeading) < 1)
    #expect(solution.rotationRate.reasons == .gyroscopeMissing)
    #expect(solution.reasons.contains(.gyroscopeMissing))
    #expect(!solution.reasons.contains(.starting))
    #expect(solution.status == .valid)
  }

  @Test func `without a barometer pressure is missing, and altitude if there is no fix`() {
    let solution = run(without: .barometer)
    #expect(solution.pressure.reasons == .barometerMissing)
    #expect(solution.relativeAltitude.reasons == .barometerMissing)
    #expect(solution.climbRate.reasons == .barometerMissing)
    #expect(solution.altitude.value != nil)
    let lost = run(without: .barometer, fixes: 0)
    #expect(lost.altitude.reasons == [.barometerMissing, .gnssMissing])
    #expect(lost.magneticHeading.value != nil)
  }

  @Test func `without a receiver the position is missing and altitude is barometric`() {
    let solution = run(without: .gnss, fixes: 0)
    #expect(solution.coordinate.reasons == .gnssMissing)
    #expect(solution.speed.reasons == .gnssMissing)
    // The simulated barometer reads 15 Pa, 1.2 m, too much.
    #expect(abs((solution.altitude.value ?? 0) - 52) < 4)
  }

  @Test func `an uncalibrated magnetometer gives a heading with its bound`() {
    var still = EngineRun()
    still.feed(simulatedHat(heading: 30).events(until: 10, calibrated: false))
    #expect(still.last.status == .degraded)
    #expect(still.last.reasons.contains(.uncalibrated))
    #expect((still.last.headingAccuracy.value?.degrees ?? 0) > 60)
    // The terms explain the bound where it is that of any direction, too.
    let terms = Angle(radians: still.last.headingErrorTerms.total).degrees
    #expect(abs(terms - (still.last.headingAccuracy.value?.degrees ?? 0)) < 1e-9)

    var run = EngineRun()
    let turning = simulatedHat(turning: 20)
    run.feed(turning.events(until: 30, calibrated: false))
    #expect(run.last.status == .degraded)
    #expect(run.last.reasons.contains(.uncalibrated))
    let error = distance(run.last.magneticHeading.value, turning.truth(at: 30).magneticHeading)
    #expect(error < 10)
    #expect(error < 2 * (run.last.headingAccuracy.value?.degrees ?? 0))
  }

  @Test func `without sensors the solution reports what is missing`() {
    var run = EngineRun()
    for kind in SensorKind.allCases {
      run.feed(.status(SensorStatus(time: BootTime(seconds: 1), sensor: kind, state: .absent)))
    }
    for tenth in 10..<30 { run.feed(.tick(BootTime(seconds: Double(tenth) / 10))) }
    #expect(run.last.status == .invalid)
    #expect(
      run.last.reasons.isSuperset(of: [
        .magnetometerMissing, .accelerometerMissing, .gyroscopeMissing, .barometerMissing,
        .gnssMissing,
      ]))
  }

  @Test func `ticks alone detect silent sensors`() {
    var run = EngineRun()
    run.feed(hat.events(until: 5.5)) { event in
      if event.time.seconds < 3 { return event }
      if case .tick = event { return event }
      return nil
    }
    #expect(run.last.time.seconds > 5.2)
    #expect(
      run.last.reasons.isSuperset(of: [
        .magnetometerStale, .accelerometerStale, .gyroscopeStale, .barometerStale,
      ]))
    #expect(run.last.magneticHeading.isMissing)
    #expect(run.last.status == .invalid)
    // And not too early: half a second is a slow sample, not a silence.
    let early = run.solutions.last { $0.time.seconds <= 3.31 }
    #expect(early?.reasons.contains(.magnetometerStale) == false)
  }

  @Test func `ticks alone make a fix stale without inertial sensors`() {
    var run = EngineRun()
    run.feed(hat.events(until: 8)) { event in
      if case .fix(let fix) = event, fix.time.seconds > 2 { return nil }
      return event.without(.gyroscope)
    }
    #expect(run.last.coordinate.reasons == .fixStale)
    // The place is still good enough for the declination.
    #expect(run.last.trueHeading.value != nil)
  }

  @Test func `without fixes the inertial sensors propagate the position, and this is reported`() {
    var run = EngineRun()
    run.feed(hat.events(until: 12)) { event in
      if case .fix(let fix) = event, fix.time.seconds > 6 { return nil }
      return event
    }
    #expect(run.last.coordinate.value != nil)
    #expect(run.last.reasons.isSuperset(of: [.fixStale, .deadReckoning]))
    #expect((run.last.coastingTime.value ?? 0) > 1)
    let age = run.last.fixAge.value ?? 0
    #expect(age > 5.9 && age < 7.1)
  }

  @Test func `the gyroscope holds the heading of a silent magnetometer`() {
    let turning = simulatedHat(turning: 20)
    var run = EngineRun()
    run.feed(turning.events(until: 9)) { event in
      if case .magneticField(let sample) = event, sample.time.seconds > 4 { return nil }
      return event
    }
    #expect(run.last.status == .coasting)
    #expect(run.last.reasons.isSuperset(of: [.magnetometerStale, .gyroscopeHold]))
    #expect(distance(run.last.magneticHeading.value, turning.truth(at: 9).magneticHeading) < 5)
  }

  @Test(arguments: [SensorKind.magnetometer, .accelerometer])
  func `a sensor whose mount matrix was refused gives no heading, and the reason`(
    sensor: SensorKind
  ) {
    var run = EngineRun()
    run.feed(simulatedHat(turning: 20).events(until: 6)) { event in
      switch (event, sensor) {
      case (.magneticField, .magnetometer), (.acceleration, .accelerometer): return nil
      case (.status(var status), _) where status.sensor == sensor:
        status.state = .misaligned
        return .status(status)
      default: return event
      }
    }
    run.feed([.status(SensorStatus(time: run.last.time, sensor: sensor, state: .misaligned))])
    #expect(run.last.magneticHeading.isMissing)
    #expect(run.last.reasons.contains(.mountInvalid))
    #expect(run.last.status == .invalid)
  }
}
