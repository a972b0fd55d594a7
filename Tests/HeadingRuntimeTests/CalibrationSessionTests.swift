import HeadingCalibration
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import Testing

/// Calibration of a simulated hat, faster than real time.
struct CalibrationSessionTests {
  /// Snapshot of a scenario after some seconds.
  private func recorded(_ scenario: String, seconds: Double, fixes: Double = 1) throws
    -> (CalibrationSnapshot, SimulatedHat)
  {
    let hat = try Scenario.named(scenario).hat()
    let recorder = CalibrationRecorder(current: hat.calibration, coordinate: nil)
    for event in hat.events(until: seconds, calibrated: false, fixes: fixes) {
      recorder.deliver(event)
    }
    return (recorder.snapshot, hat)
  }

  /// The largest level heading error that a profile leaves, degrees.
  private func error(_ parameters: CalibrationParameters, of hat: SimulatedHat) -> Double {
    stride(from: 0.0, to: 360, by: 10).map { degrees -> Double in
      let heading = Angle(degrees: degrees)
      let field =
        Vector3(-heading.sine, heading.cosine, 0) * hat.earthField.horizontalStrength
        - Vector3(0, 0, hat.earthField.strength * hat.earthField.inclination.sine)
      let raw = (hat.calibration.softIron.inverse ?? .identity) * field + hat.calibration.hardIron
      let seen = parameters.softIron * (raw - parameters.hardIron)
      let cosine = (field.x * seen.x + field.y * seen.y)
      let sine = (seen.x * field.y - seen.y * field.x)
      return abs(Angle(radians: sine / cosine).degrees)
    }.max() ?? 180
  }

  @Test func `a minute of tumbling gives a calibration, and its profile records the fit`() throws {
    let (snapshot, hat) = try recorded("tumbling", seconds: 60)
    let knowledge = snapshot.knowledge(current: nil)
    #expect(abs((knowledge.fieldStrength ?? 0) - hat.earthField.strength) < 0.1e-6)
    let result = MagneticCalibrator().fit(snapshot.samples, knowledge: knowledge)
    let progress = CalibrationProgress(snapshot: snapshot, result: result, target: 0.5)
    #expect(result.isAccepted && progress.isEnough)
    let profile = snapshot.profile(
      of: result, mounts: [.magnetometer: .identity], current: hat.calibration)
    #expect(error(profile.parameters, of: hat) < 1)
    // Uncalibrated, the typical iron causes a heading error of tens of degrees.
    #expect(error(CalibrationParameters(), of: hat) > 20)
    #expect(profile.mount == .identity)
    #expect(profile.parameters.gyroscopeBias == hat.calibration.gyroscopeBias)
    #expect((profile.place?.latitude ?? 0) - 37.7749 < 0.001)
    let created = try #require(profile.created)
    #expect(abs(created.secondsSince1970 - hat.startTime.secondsSince1970 - 60) < 1)
    // The chips start at 25 °C and warm by 8 K with a time constant of five minutes.
    let warmth = try #require(profile.temperatures)
    #expect(abs(warmth.lowerBound - 298.15) < 0.2)
    #expect(abs(warmth.upperBound - 299.6) < 0.2)
    #expect(profile.parameters.headingErrorTilt45 != nil && profile.coverage != nil)
  }

  @Test(arguments: ["pose:heading=45", "driving"])
  func `a calibration with little rotation is never complete`(scenario: String) throws {
    let (snapshot, _) = try recorded(scenario, seconds: 10)
    let result = MagneticCalibrator().fit(
      snapshot.samples, knowledge: snapshot.knowledge(current: nil))
    let progress = CalibrationProgress(
      snapshot: snapshot, result: result, target: 0.5, secondsSinceNewCoverage: 100)
    #expect(!progress.isEnough)
    #expect(progress.next != "enough")
  }

  @Test func `a calibration completes without the directions that the body cannot reach`() throws {
    let (snapshot, _) = try recorded("turning:pitch=3,rate=12", seconds: 60)
    var result = MagneticCalibrator().fit(
      snapshot.samples, knowledge: snapshot.knowledge(current: nil))
    result.isAccepted = true
    result.predictedHeadingError.tilt20 = Angle(degrees: 0.4)
    #expect(result.nextMotion != .enough)
    func progress(_ secondsSinceNewCoverage: Double, target: Double?) -> CalibrationProgress {
      CalibrationProgress(
        snapshot: snapshot, result: result, target: target,
        secondsSinceNewCoverage: secondsSinceNewCoverage)
    }
    #expect(!progress(5, target: nil).isEnough && progress(25, target: nil).isEnough)
    #expect(progress(5, target: nil).obstacle?.contains("not all directions") == true)
    // A requested target ends the calibration without full coverage.
    #expect(progress(5, target: 0.5).isEnough)
    #expect(
      progress(5, target: 0.3).obstacle == "heading error 0.40° at 20° of tilt, target 0.30°")
  }

  /// The up vector in the body frame after the rotation.
  @Test(
    arguments: [
      (CalibrationTurn.noseUp, Vector3(0, 1, 0)), (.noseDown, Vector3(0, -1, 0)),
      (.rollRight, Vector3(-1, 0, 0)), (.rollLeft, Vector3(1, 0, 0)),
    ])
  func `the instruction names the rotation that moves the up vector to that side`(
    turn: CalibrationTurn, up: Vector3
  ) {
    // Nose up moves the up vector towards the body's front, right side down towards its left.
    let rotation = Vector3(0, 0, 1)
    #expect(CalibrationTurn.parts(of: up.cross(rotation)) == [turn])
  }

  @Test func `a restart discards the samples and keeps the position`() throws {
    let hat = try Scenario.named("tumbling").hat()
    let recorder = CalibrationRecorder(current: nil, coordinate: nil)
    for event in hat.events(until: 3) { recorder.deliver(event) }
    #expect(!recorder.snapshot.samples.isEmpty)
    recorder.restart()
    #expect(recorder.snapshot.samples.isEmpty)
    #expect(recorder.snapshot.coordinate != nil && recorder.snapshot.duration == 0)
  }

  @Test func `without position or date the reference field and the metadata stay unset`() {
    let snapshot = CalibrationSnapshot()
    #expect(snapshot.knowledge(current: nil) == CalibrationPriors())
    let profile = snapshot.profile(of: CalibrationResult(), mounts: [:], current: nil)
    #expect(profile.created == nil && profile.place == nil && profile.model == nil)
    #expect(profile.fieldStrength == nil)
  }

  @Test func `a simulated receiver beside real sensors gives neither position nor date`() throws {
    let place = try #require(Coordinate(latitude: 47, longitude: 8))
    let invented = try #require(Coordinate(latitude: -30, longitude: 100))
    let time = BootTime(seconds: 10)
    let clock = ClockRelation(
      bootTime: time, universalTime: UniversalTime(year: 2029, month: 1, day: 1), trust: .gnss)
    func snapshot(_ coordinate: Coordinate?, areSensorsSimulated: Bool) -> CalibrationSnapshot {
      let recorder = CalibrationRecorder(
        current: nil, coordinate: coordinate, isSimulated: areSensorsSimulated)
      recorder.deliver(.simulated(time, true))
      recorder.deliver(.clock(clock))
      recorder.deliver(.fix(Fix(time: time, coordinate: invented)))
      return recorder.snapshot
    }
    for coordinate in [nil, place] {
      let real = snapshot(coordinate, areSensorsSimulated: false)
      #expect(real.coordinate == coordinate && real.hasSimulatedFixes && real.date == nil)
      #expect((real.knowledge(current: nil).fieldStrength == nil) == (coordinate == nil))
    }
    // Simulated sensors use the position of their receiver.
    let simulated = snapshot(nil, areSensorsSimulated: true)
    #expect(simulated.coordinate == invented && simulated.date != nil)
    #expect(!simulated.hasSimulatedFixes)
  }
}
