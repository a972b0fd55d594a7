import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// The attitude's covariance, the accuracies of pitch and roll, and the acceleration without gravity.
struct AttitudeAccuracyTests {
  private static let gravity = Vector3(0, 0, 9.80665)
  private static let field = Vector3(0, 20e-6, -40e-6)

  /// Ideal sensors but for an error of the accelerometer, for two seconds at 100 Hz; without any noise
  /// it would be stuck.
  private static func run(
    _ attitude: Quaternion, force: Vector3 = .zero, withField: Bool = true
  ) -> HeadingSolution {
    var run = EngineRun()
    var settings = EngineSettings()
    settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
    run.feed(.settings(BootTime(seconds: 0), settings))
    run.feed(.calibration(BootTime(seconds: 0), CalibrationParameters()))
    var noise = SplitMix64(state: 3)
    for step in 0..<200 {
      let moment = BootTime(seconds: Double(step) * 0.01)
      func sample(_ value: Vector3) -> VectorSample { VectorSample(time: moment, value: value) }
      run.feed(.angularRate(sample(.zero)))
      run.feed(
        .acceleration(sample(attitude.conjugate * gravity + force + noise.vector(0.003))))
      if withField { run.feed(.magneticField(sample(attitude.conjugate * field))) }
    }
    return run.last
  }

  /// Poses in all quadrants, one of them upside down.
  private static let poses: [AttitudeAngles] = [
    (0, 0, 0), (40, 10, -5), (135, -50, 20), (300, 70, 170),
  ]
  .map {
    AttitudeAngles(
      heading: Angle(degrees: $0.0), pitch: Angle(degrees: $0.1), roll: Angle(degrees: $0.2))
  }

  @Test(arguments: poses)
  func `pitch and roll accuracies are those of attitudes drawn with the covariance`(
    pose: AttitudeAngles
  ) throws {
    let solution = Self.run(pose.quaternion)
    let attitude = try #require(solution.attitude.value)
    let rows = try #require(solution.attitudeCovariance.value).rows
    // The Cholesky factor; small enough for first order, as the accuracies are.
    let size = 1e-3
    let a = rows.x.x.squareRoot()
    let b = rows.y.x / a
    let c = (rows.y.y - b * b).squareRoot()
    let d = rows.z.z.squareRoot()
    #expect(rows.x.z == 0 && rows.y.z == 0)
    #expect(rows.x.y == rows.y.x)
    let angles = AttitudeAngles(attitude)
    var random = SplitMix64(state: 7)
    var (pitch, roll) = (0.0, 0.0)
    let count = 20_000
    for _ in 0..<count {
      // Uniform components of unit variance.
      let unit = random.vector(3.0.squareRoot())
      let turn = Vector3(a * unit.x, b * unit.x + c * unit.y, d * unit.z) * size
      let turned = AttitudeAngles(Quaternion(rotationVector: turn) * attitude)
      pitch += (turned.pitch - angles.pitch).radians * (turned.pitch - angles.pitch).radians
      let rolled = (turned.roll - angles.roll).normalized.radians
      roll += rolled * rolled
    }
    let scale = 1 / (Double(count).squareRoot() * size)
    let (pitchAccuracy, rollAccuracy) = (
      try #require(solution.pitchAccuracy.value), try #require(solution.rollAccuracy.value)
    )
    #expect(abs(pitch.squareRoot() * scale / pitchAccuracy.radians - 1) < 0.02)
    #expect(abs(roll.squareRoot() * scale / rollAccuracy.radians - 1) < 0.02)
  }

  @Test(arguments: poses)
  func `the tilt of an accelerometer with a common bias is within the accuracies stated`(
    pose: AttitudeAngles
  ) throws {
    var random = SplitMix64(state: 11)
    for _ in 0..<20 {
      // Biases of cheap accelerometers that were calibrated, up to 1.5 mg.
      let solution = Self.run(pose.quaternion, force: random.vector(0.015))
      let (pitch, roll) = (try #require(solution.pitch.value), try #require(solution.roll.value))
      let pitchAccuracy = try #require(solution.pitchAccuracy.value)
      let rollAccuracy = try #require(solution.rollAccuracy.value)
      #expect(abs((pitch - pose.pitch).radians) < 2 * pitchAccuracy.radians)
      #expect(abs((roll - pose.roll).normalized.radians) < 2 * rollAccuracy.radians)
      // Seconds after a start nothing tells a constant push from gravity.
      #expect(pitchAccuracy < Angle(degrees: 5))
    }
  }

  @Test func `without a heading its variance is that of any direction`() throws {
    let solution = Self.run(Self.poses[1].quaternion, withField: false)
    #expect(solution.magneticHeading.isMissing)
    let up = try #require(solution.attitudeCovariance.value).rows.z
    #expect(abs(up.z - .pi * .pi / 3) < 1e-9)
    #expect(up.x == 0 && up.y == 0)
  }

  @Test func `the heading's variance is the square of its standard deviation`() throws {
    let solution = Self.run(Self.poses[1].quaternion)
    let deviation = try #require(solution.headingAccuracy95.value).radians / 1.96
    let up = try #require(solution.attitudeCovariance.value).rows.z.z
    #expect(abs(up / (deviation * deviation) - 1) < 1e-9)
  }

  @Test(arguments: poses)
  func `the acceleration without gravity is zero at rest, and what a push is in the body frame`(
    pose: AttitudeAngles
  ) throws {
    let rest = try #require(Self.run(pose.quaternion).linearAcceleration.value)
    #expect(rest.length < 0.01)
    var run = EngineRun()
    var noise = SplitMix64(state: 3)
    run.feed(.calibration(BootTime(seconds: 0), CalibrationParameters()))
    let push = Vector3(0.5, 2, -1)
    for step in 0...200 {
      let moment = BootTime(seconds: Double(step) * 0.01)
      let force =
        pose.quaternion.conjugate * Self.gravity + (step == 200 ? push : noise.vector(0.003))
      run.feed(.angularRate(VectorSample(time: moment, value: .zero)))
      run.feed(.acceleration(VectorSample(time: moment, value: force)))
    }
    run.feed(.angularRate(VectorSample(time: BootTime(seconds: 2.01), value: .zero)))
    let pushed = try #require(run.last.linearAcceleration.value)
    #expect((pushed - push).length < 0.02)
  }

  @Test func `without an accelerometer covariance and acceleration are missing, with the reason`() {
    var run = EngineRun()
    run.feed(simulatedHat().events(until: 2)) { $0.without(.accelerometer) }
    let solution = run.last
    #expect(solution.linearAcceleration.reasons.contains(.accelerometerMissing))
    #expect(solution.attitudeCovariance.reasons.contains(.accelerometerMissing))
    #expect(solution.pitchAccuracy.reasons.contains(.accelerometerMissing))
    #expect(solution.rollAccuracy.reasons.contains(.accelerometerMissing))
  }
}
