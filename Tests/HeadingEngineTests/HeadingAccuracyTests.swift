import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// The heading against the simulation's truth.
struct HeadingAccuracyTests {
  /// Eight directions, each under level, nose up and down, and both sides down.
  static let poses: [(heading: Double, pitch: Double, roll: Double)] =
    stride(from: 0.0, to: 360, by: 45).flatMap { heading in
      [(0.0, 0.0), (60, 0), (-60, 0), (0, 60), (20, -40)].map { (heading, $0.0, $0.1) }
    }

  @Test(arguments: poses)
  func `a calibrated hat at rest has its headings within a degree`(
    heading: Double, pitch: Double, roll: Double
  ) {
    let hat = simulatedHat(heading: heading, pitch: pitch, roll: roll)
    var run = EngineRun()
    run.feed(hat.events(until: 1.5))
    let truth = hat.truth(at: 1.5)
    let solution = run.last
    #expect(distance(solution.magneticHeading.value, truth.magneticHeading) < 1)
    #expect(distance(solution.trueHeading.value, truth.trueHeading) < 1)
    #expect(abs((solution.pitch.value ?? .zero).degrees - pitch) < 1)
    #expect(abs((solution.roll.value ?? .zero).degrees - roll) < 1)
    let bound = solution.headingAccuracy.value?.degrees ?? 0
    let bound95 = solution.headingAccuracy95.value?.degrees ?? 0
    #expect(bound > 0 && bound < 10)
    #expect(bound95 > bound)
    #expect((solution.trueHeadingAccuracy.value?.degrees ?? 0) >= bound)
  }

  @Test func `a turning hat is followed, and its solution is valid`() {
    let hat = simulatedHat(pitch: 8, roll: -5, turning: 30)
    var run = EngineRun()
    run.feed(hat.events(until: 6))
    for solution in run.solutions where solution.time.seconds > 2 {
      let truth = hat.truth(at: solution.time.seconds)
      #expect(distance(solution.magneticHeading.value, truth.magneticHeading) < 2)
      #expect(((solution.rotationRate.value ?? .zero) - truth.angularRate).length < 0.02)
    }
    #expect(run.last.status == .valid, "\(run.last.reasons.names)")
  }

  @Test func `declination, dip and strength are those of the model at the place`() {
    let hat = simulatedHat(heading: 70)
    var run = EngineRun()
    run.feed(hat.events(until: 2))
    let field = hat.earthField
    #expect(abs((run.last.declination.value ?? .zero).degrees - field.declination.degrees) < 0.01)
    #expect(abs((run.last.inclination.value ?? .zero).degrees - field.inclination.degrees) < 1)
    #expect(abs((run.last.fieldStrength.value ?? 0) - field.strength) < 0.5e-6)
  }

  @Test(arguments: [1.0, -1])
  func `the axis of the heading changes above 75 degrees of elevation and back below 70`(
    sign: Double
  ) {
    // Ideal sensors; the nose moves 20° a second from 60° to 85° and back.
    let heading = Angle(degrees: 40)
    let field = Vector3(0, 20e-6, -40e-6)
    func pitch(_ time: Double) -> Double {
      let phase = max(0, time - 2) * 20
      return sign * (phase < 25 ? 60 + phase : max(60, 110 - phase))
    }
    var run = EngineRun()
    run.feed(.calibration(BootTime(seconds: 0), CalibrationParameters()))
    var changes: [Double] = []
    var axis = HeadingAxis.forward
    for step in 0..<500 {
      let time = Double(step) * 0.01
      let attitude = AttitudeAngles(
        heading: heading, pitch: Angle(degrees: pitch(time)), roll: .zero
      ).quaternion
      let rate = (pitch(time) - pitch(time - 0.01)) / 0.01
      let moment = BootTime(seconds: time)
      func sample(_ value: Vector3) -> VectorSample { VectorSample(time: moment, value: value) }
      run.feed(.angularRate(sample(Vector3(Angle(degrees: rate).radians, 0, 0))))
      run.feed(.acceleration(sample(attitude.conjugate * Vector3(0, 0, 9.80665))))
      run.feed(.magneticField(sample(attitude.conjugate * field)))
      guard time > 1 else { continue }
      // The axis that takes over points where the nose pointed.
      #expect(distance(run.last.magneticHeading.value, Heading(heading)) < 2)
      if run.last.headingAxis != axis {
        axis = run.last.headingAxis
        changes.append(abs(pitch(time)))
        if changes.count == 1 { #expect(axis == (sign > 0 ? .back : .face)) }
      }
    }
    #expect(axis == .forward)
    #expect(changes.count == 2)
    #expect(abs((changes.first ?? 0) - 75) < 1)
    #expect(abs((changes.last ?? 0) - 70) < 1)
  }
}
