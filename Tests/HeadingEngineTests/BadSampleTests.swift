import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// Faulty samples and sensors.
struct BadSampleTests {
  private let hat = simulatedHat(heading: 200, pitch: -15, roll: 10)

  private static let absurd: [Vector3] = [
    Vector3(.nan, 0, 0), Vector3(0, .infinity, 0), Vector3(0, 0, -.infinity),
    Vector3(1e6, 0, 0), Vector3(0, -1e300, 0), Vector3(.nan, .nan, .nan),
  ]

  @Test(arguments: [SensorKind.magnetometer, .accelerometer, .gyroscope])
  func `samples that are not measurements are rejected and reported`(kind: SensorKind) {
    var run = EngineRun()
    var count = 0
    run.feed(hat.events(until: 3)) { event in
      guard event.sensor == kind else { return event }
      count += 1
      guard count % 5 == 0 else { return event }
      let bad = VectorSample(
        time: event.time, value: Self.absurd[count / 5 % Self.absurd.count])
      switch event {
      case .magneticField: return .magneticField(bad)
      case .acceleration: return .acceleration(bad)
      case .angularRate: return .angularRate(bad)
      default: return event
      }
    }
    #expect(run.last.reasons.contains(.invalidSamples))
    #expect(run.last.status == .degraded)
    #expect(distance(run.last.magneticHeading.value, hat.truth(at: 3).magneticHeading) < 1)
    #expect(run.solutions.allSatisfy { $0.attitude.value?.isFinite ?? true })
  }

  @Test(arguments: [1, 3])
  func `a burst of full-scale rates does not change the attitude and is reported`(length: Int) {
    var run = EngineRun()
    var count = 0
    run.feed(hat.events(until: 6)) { event in
      guard case .angularRate(let sample) = event else { return event }
      count += 1
      guard (300..<300 + length).contains(count) else { return event }
      return .angularRate(VectorSample(time: sample.time, value: Vector3(repeating: 34.9)))
    }
    let after = run.solutions.filter { $0.time.seconds > 2.9 }
    #expect(after.contains { $0.reasons.contains(.invalidSamples) })
    #expect(
      after.allSatisfy {
        distance($0.magneticHeading.value, hat.truth(at: 3).magneticHeading) < 1
      })
    #expect(!run.last.reasons.contains(.invalidSamples))
  }

  @Test func `after a step back of the clock the last heading does not stay`() {
    var run = EngineRun()
    run.feed(hat.events(until: 10))
    #expect(!run.last.magneticHeading.isMissing)
    let count = run.solutions.count
    // The samples of the first five seconds again: all their times are past.
    run.feed(hat.events(until: 5)) { event in
      switch event {
      case .angularRate, .acceleration, .magneticField: event
      default: nil
      }
    }
    #expect(run.solutions.count > count + 100)
    #expect(run.last.magneticHeading.isMissing && run.last.reasons.contains(.late))
    #expect(run.last.status == .invalid)
  }

  @Test func `a sudden rotation is followed`() {
    var run = EngineRun()
    var count = 0
    run.feed(hat.events(until: 4)) { event in
      guard case .angularRate(let sample) = event else { return event }
      count += 1
      guard count >= 200 else { return event }
      return .angularRate(
        VectorSample(time: sample.time, value: Vector3(0, 0, 25 + 0.01 * Double(count % 7))))
    }
    #expect((run.last.rotationRate.value?.z ?? 0) > 24)
  }

  @Test func `bad samples alone give no heading`() {
    var run = EngineRun()
    run.feed(hat.events(until: 3)) { event in
      guard case .magneticField = event else { return event }
      return .magneticField(VectorSample(time: event.time, value: Vector3(.nan, 1, 1)))
    }
    #expect(run.last.magneticHeading.isMissing)
    #expect(run.last.reasons.contains(.invalidSamples))
  }

  @Test(arguments: [Double.nan, -1, 0, 1e9, .infinity])
  func `an impossible pressure is rejected and reported`(pressure: Double) {
    var run = EngineRun()
    run.feed(hat.events(until: 2)) { event in
      guard case .pressure = event else { return event }
      return .pressure(ScalarSample(time: event.time, value: pressure))
    }
    #expect(run.last.pressure.isMissing)
    #expect(run.last.reasons.contains(.invalidSamples))
  }

  @Test(arguments: [SensorKind.magnetometer, .accelerometer, .gyroscope])
  func `a stuck sensor is detected within a second`(kind: SensorKind) {
    var run = EngineRun()
    var held: Vector3?
    run.feed(hat.events(until: 4.05)) { event in
      guard event.sensor == kind, event.time.seconds >= 3 else { return event }
      switch event {
      case .magneticField(var sample):
        held = held ?? sample.value
        sample.value = held ?? sample.value
        return .magneticField(sample)
      case .acceleration(var sample):
        held = held ?? sample.value
        sample.value = held ?? sample.value
        return .acceleration(sample)
      case .angularRate(var sample):
        held = held ?? sample.value
        sample.value = held ?? sample.value
        return .angularRate(sample)
      default: return event
      }
    }
    #expect(run.last.reasons.contains(.sensorStuck))
    #expect(run.last.status != .valid)
    #expect(!run.solutions.contains { $0.time.seconds < 3 && $0.reasons.contains(.sensorStuck) })
  }

  @Test func `a magnetometer that is stuck while the body turns is not used`() {
    let turning = simulatedHat(turning: 25)
    var run = EngineRun()
    var held: Vector3?
    run.feed(turning.events(until: 10)) { event in
      guard case .magneticField(var sample) = event, sample.time.seconds >= 4 else { return event }
      held = held ?? sample.value
      sample.value = held ?? sample.value
      return .magneticField(sample)
    }
    for solution in run.solutions where solution.time.seconds > 5 {
      #expect(solution.reasons.contains(.sensorStuck))
      #expect(solution.status != .valid)
    }
    // 6 s on, the field points 150° away; the heading does not follow it.
    let error = distance(run.last.magneticHeading.value, turning.truth(at: 10).magneticHeading)
    #expect(error < 10)
  }

  @Test(arguments: [SensorKind.accelerometer, .gyroscope])
  func `an inertial sensor that is stuck while the body tilts is not used`(kind: SensorKind) {
    // The nose rises by 40° within two seconds; before and after the body is still.
    func pitch(_ time: Double) -> Double { 40 * min(1, max(0, (time - 6) / 2)) }
    var run = EngineRun()
    run.feed(.calibration(BootTime(seconds: 0), CalibrationParameters()))
    var noise = SplitMix64(state: 9)
    for step in 0..<1500 {
      let time = Double(step) * 0.01
      let moment = BootTime(seconds: time)
      let attitude = AttitudeAngles(
        heading: Angle(degrees: 70), pitch: Angle(degrees: pitch(time)), roll: .zero
      ).quaternion
      let hangs = time > 4
      let rate = (pitch(time) - pitch(time - 0.01)) / 0.01
      func sample(_ value: Vector3, _ sensor: SensorKind) -> VectorSample {
        VectorSample(
          time: moment, value: hangs && sensor == kind ? value : value + noise.vector(1e-3))
      }
      run.feed(
        .angularRate(
          sample(
            hangs && kind == .gyroscope ? .zero : Vector3(Angle(degrees: rate).radians, 0, 0),
            .gyroscope)))
      let level = AttitudeAngles(heading: Angle(degrees: 70), pitch: .zero, roll: .zero).quaternion
      let gravity =
        (hangs && kind == .accelerometer ? level : attitude).conjugate * Vector3(0, 0, 9.80665)
      run.feed(.acceleration(sample(gravity, .accelerometer)))
      run.feed(
        .magneticField(
          VectorSample(
            time: moment,
            value: attitude.conjugate * Vector3(0, 20e-6, -40e-6) + noise.vector(1e-8))))
    }
    #expect(run.last.reasons.contains(kind == .gyroscope ? .gyroscopeStuck : .accelerometerStuck))
    #expect(run.last.status != .valid)
    #expect(abs((run.last.pitch.value ?? .zero).degrees - 40) < 5)
    #expect(distance(run.last.magneticHeading.value, Heading(degrees: 70)) < 6)
  }

  @Test func `noise-free sensors on a turntable do not count as stuck`() {
    var run = EngineRun()
    run.feed(.calibration(BootTime(seconds: 0), CalibrationParameters()))
    for step in 0..<2000 {
      let time = Double(step) * 0.01
      let attitude = Quaternion(angle: Angle(radians: -0.5 * time), axis: Vector3(0, 0, 1))
      let moment = BootTime(seconds: time)
      run.feed(.angularRate(VectorSample(time: moment, value: Vector3(0, 0, -0.5))))
      run.feed(.acceleration(VectorSample(time: moment, value: Vector3(0, 0, 9.80665))))
      run.feed(
        .magneticField(
          VectorSample(time: moment, value: attitude.conjugate * Vector3(0, 20e-6, -40e-6))))
    }
    let truth = Heading<MagneticNorth>(Angle(radians: 0.5 * 19.99))
    #expect(distance(run.last.magneticHeading.value, truth) < 1)
  }

  @Test(arguments: [1e-3, 1e-5, 1e-7, 1e-9])
  func `samples whose times nearly coincide do not turn the body`(gap: Double) {
    // As when a program that starts takes a full buffer in one go and the times are yet to settle.
    var run = EngineRun()
    var count = 0
    run.feed(hat.events(until: 3)) { event in
      guard case .angularRate(var sample) = event else { return event }
      count += 1
      if count % 3 == 0 { sample.time = sample.time.advanced(bySeconds: gap - 0.01) }
      return .angularRate(sample)
    }
    #expect(distance(run.last.magneticHeading.value, hat.truth(at: 3).magneticHeading) < 1)
    #expect(abs((run.last.pitch.value ?? .zero).degrees + 15) < 1)
  }

  @Test(arguments: [0.01, 100])
  func `a driver's scale that is 100 times off is reported`(factor: Double) {
    var run = EngineRun()
    let bare = simulatedHat(heading: 200, iron: .none)
    run.feed(bare.events(until: 3, calibrated: false)) { event in
      guard case .magneticField(var sample) = event else { return event }
      sample.value *= factor
      return .magneticField(sample)
    }
    #expect(run.last.magneticHeading.isMissing)
    #expect(!run.last.reasons.isDisjoint(with: [.fieldImplausible, .invalidSamples]))
  }
}
