import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

struct RestAndMountTests {
  private static let g = PhysicalConstants.standardGravity

  @Test func `six poses in any order give bias and scale`() throws {
    let bias = Vector3(0.3, -0.2, 0.5)
    let scale = Vector3(1.02, 0.98, 1.01)
    var calibrator = AccelerometerCalibrator()
    for up in [
      Vector3(0, 0, -1), Vector3(1, 0, 0), Vector3(0, 0.05, 1), Vector3(0, -1, 0),
      Vector3(-1, 0.1, 0), Vector3(0, 1, 0),
    ] {
      #expect(calibrator.result == nil)
      let force = (up.direction ?? up) * Self.g / scale + bias
      try calibrator.add(pose: [Vector3](repeating: force, count: 30))
    }
    let result = try #require(calibrator.result)
    #expect((result.bias - bias).length < 1e-9)
    #expect((result.scale * Vector3(1, 1, 1) - scale).length < 1e-9)
    #expect(result.residual < 1e-9)
  }

  @Test func `impossible poses are refused`() {
    var calibrator = AccelerometerCalibrator()
    func refusal(_ forces: [Vector3]) -> RestRefusal? {
      do throws(RestRefusal) {
        try calibrator.add(pose: forces)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal([Vector3](repeating: Vector3(0, 0, 1), count: 30)) == .implausible)
    #expect(refusal([Vector3](repeating: Vector3(7, 7, 0), count: 30)) == .skewed)
    #expect(refusal([Vector3(0, 0, 9.8)]) == .tooFewSamples)
    let shaken = (0..<30).map { Vector3(0, 0, 9.8 + ($0 % 2 == 0 ? 1 : -1)) }
    #expect(refusal(shaken) == .motion)
    #expect(calibrator.seen.isEmpty)
  }

  private func rest(
    _ seconds: Double, rate: (Double) -> Vector3, force: (Double) -> Vector3
  ) -> GyroscopeRest {
    var rest = GyroscopeRest()
    for index in 0..<Int(seconds * 100) {
      let time = BootTime(seconds: Double(index) * 0.01)
      let seconds = time.seconds
      rest.add(.angularRate(VectorSample(time: time, value: rate(seconds))))
      rest.add(.acceleration(VectorSample(time: time, value: force(seconds))))
    }
    return rest
  }

  @Test func `a gyroscope at rest gives its bias, a moving one is refused`() throws {
    let bias = Vector3(0.01, -0.02, 0.005)
    let up = Vector3(0, 0, Self.g)
    let still = rest(4, rate: { _ in bias }, force: { _ in up })
    #expect((try still.result().bias - bias).length < 1e-12)
    let short = rest(2, rate: { _ in bias }, force: { _ in up })
    #expect(throws: RestRefusal.tooFewSamples) { try short.result() }
    let shaken = rest(4, rate: { Vector3($0.rounded() - $0, 0, 0) }, force: { _ in up })
    #expect(throws: RestRefusal.motion) { try shaken.result() }
    // Too slow to be detected in the rate, but the force rotates with it.
    let tipped = rest(
      4, rate: { _ in bias }, force: { Vector3(0.03 * $0, 0, 1) * Self.g })
    #expect(throws: RestRefusal.motion) { try tipped.result() }
  }

  @Test func `a level pose and one with the nose up give any mount`() throws {
    let truth = Quaternion(
      angle: Angle(degrees: 137), axis: Vector3(0.6, 0, 0.8)
    ).matrix
    let toChip = truth.transposed
    let tilt = Angle(degrees: 25)
    let mount = try #require(
      MountFinder.mount(
        level: toChip * Vector3(0, 0, Self.g),
        noseUp: toChip * (Vector3(0, tilt.sine, tilt.cosine) * Self.g)))
    let difference = mount.matrix - truth
    #expect(difference.columns.x.length < 1e-12)
    #expect(difference.columns.y.length < 1e-12)
    #expect(MountFinder.mount(level: Vector3(0, 0, 9.8), noseUp: Vector3(0, 0.1, 9.8)) == nil)
  }

  @Test func `a drive gives the mount`() throws {
    let truth = Quaternion(angle: Angle(degrees: 40), axis: Vector3(0, 0, 1)).matrix
    let toChip = truth.transposed
    var forces: [Vector3] = []
    var rates: [Double] = []
    for index in 0..<200 {
      let rate = Angle(degrees: Double(index) * 9).sine * 2
      let sideways = Angle(degrees: Double(index) * 13).sine
      forces.append(toChip * Vector3(sideways, rate, Self.g))
      rates.append(rate)
    }
    let mount = try #require(
      MountFinder.mount(
        level: toChip * Vector3(0, 0, Self.g), forces: forces, speedRates: rates))
    let forward = mount * (toChip * Vector3(0, 1, 0))
    #expect(abs(Angle(radians: .atan2(y: forward.x, x: forward.y)).degrees) < 2)
    #expect(
      MountFinder.mount(
        level: Vector3(0, 0, 9.8), forces: forces, speedRates: [Double](repeating: 0, count: 200))
        == nil)
  }

  @Test(arguments: [
    ("x=x,y=y,z=z", Vector3(1, 1, 1)), ("x=x,y=-y,z=-z", Vector3(1, -1, -1)),
    ("x=x,y=y,z=-z", Vector3(1, 1, -1)), ("x=-x,y=-y,z=-z", Vector3(-1, -1, -1)),
  ])
  func `swapped and reversed axes are identified`(name: String, signs: Vector3) throws {
    let turned = Turns(count: 1000, turns: 3, tilt: 60, hasGyroscope: true)
    let samples = turned.samples.map {
      var sample = $0
      sample.field *= signs
      return sample
    }
    let finding = try #require(AxisCheck.check(samples, isFieldDown: true))
    #expect(finding.assignment.description == name)
    #expect(finding.margin > 5)
    #expect(finding.assignment.isMirrored == (signs.x * signs.y * signs.z < 0))
    #expect(AxisCheck.check(Turns(tilt: 60).samples) == nil)
  }
}
