import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import RealModule
import Testing

struct SimulatedHatTests {
  /// Tilt-compensated heading by vector products, independent of the simulation's quaternions.
  static func heading(acceleration: Vector3, field: Vector3) -> Double {
    let east = field.cross(acceleration)
    let north = acceleration.cross(east)
    let forward = Vector3(0, 1, 0)
    guard let east = east.direction, let north = north.direction else { return .nan }
    let angle = Angle(radians: .atan2(y: forward.dot(east), x: forward.dot(north)))
    return Heading<MagneticNorth>(angle).degrees
  }

  @Test(arguments: [0.0, 45, 90, 135, 180, 225, 270, 315], [(0.0, 0.0), (30, -20), (-60, 60)])
  func `an attitude is recovered from calibrated samples`(heading: Double, tilt: (Double, Double))
    throws
  {
    let scenario = try Scenario.named("pose:heading=\(heading),pitch=\(tilt.0),roll=\(tilt.1)")
    let hat = scenario.hat()
    let truth = hat.truth(at: 3)
    #expect(abs(truth.magneticHeading.turn(from: Heading(degrees: heading)).degrees) < 1e-9)
    #expect(abs(truth.pitch.degrees - tilt.0) < 1e-9)
    #expect(abs(truth.roll.degrees - tilt.1) < 1e-9)
    let found = try Self.meanHeading(of: hat)
    // The means of 200 and 500 noisy samples; drifts over the first five seconds are below 0.1°.
    #expect(abs(found.turn(from: truth.magneticHeading).degrees) < 0.3)
  }

  @Test(arguments: SimulatedBoard.allCases)
  func `every board's mount matrices and calibration give the same heading`(board: SimulatedBoard)
    throws
  {
    let hat = try Scenario.named(
      "pose:heading=77,pitch=25,roll=-35,board=\(board.rawValue)"
    ).hat()
    let found = try Self.meanHeading(of: hat)
    #expect(abs(found.turn(from: Heading(degrees: 77)).degrees) < 0.5)
  }

  /// The heading of the mean calibrated field and specific force of the first five seconds.
  static func meanHeading(of hat: SimulatedHat) throws -> Heading<MagneticNorth> {
    var field = Vector3.zero
    var force = Vector3.zero
    var calibration = CalibrationParameters()
    for event in hat.events(until: 5) {
      switch event {
      case .calibration(_, let parameters?): calibration = parameters
      case .magneticField(let sample):
        field += calibration.softIron * (sample.value - calibration.hardIron)
      case .acceleration(let sample):
        force +=
          calibration.accelerometerScale * (sample.value - calibration.accelerometerBias)
      default: break
      }
    }
    return Heading(degrees: heading(acceleration: force, field: field))
  }

  @Test func `the calibration removes the iron exactly`() {
    let iron = IronDistortion.typical
    let field = Vector3(12e-6, -34e-6, 5e-6)
    let calibration = iron.calibration
    let corrected = calibration.softIron * (iron.applied(to: field) - calibration.hardIron)
    // Rounding of a few products of numbers near 5e-5.
    #expect((corrected - field).length < 1e-19)
  }

  @Test(arguments: ["turning", "level-turns", "figure-eight", "driving", "drive"])
  func `the angular rate is the derivative of the attitude`(name: String) throws {
    let hat = try Scenario.named(name).hat()
    var attitude = hat.truth(at: 0).attitude
    let step = 0.001
    for index in 0..<20_000 {
      let middle = hat.truth(at: (Double(index) + 0.5) * step)
      attitude = attitude * Quaternion(rotationVector: middle.angularRate * step)
    }
    let error = (attitude.conjugate * hat.truth(at: 20).attitude).rotationVector.length
    // The midpoint rule's error over 20 s at rates below 5 rad/s and their change.
    #expect(error < 1e-4)
  }

  @Test func `specific force at rest is one g along up, and the field is the model's`() throws {
    let hat = try Scenario.named("pose:heading=123,pitch=40,roll=-70").hat()
    let truth = hat.truth(at: 1)
    let up = truth.attitude * truth.specificForce
    #expect((up - Vector3(0, 0, PhysicalConstants.standardGravity)).length < 1e-12)
    let field = truth.attitude * truth.magneticField
    // In magnetic ENU the field has no east component.
    #expect(abs(field.x) < 1e-18)
    #expect(field.y > 0 && field.z < 0)
    #expect(abs(field.length - hat.earthField.strength) < 1e-18)
    // NOAA's calculator (WMM2025) gives 12.9° east and 60.8° down at San Francisco for mid-2026.
    #expect(abs(hat.earthField.declination.degrees - 12.9) < 0.3)
    #expect(abs(hat.earthField.inclination.degrees - 60.8) < 0.5)
    let turn = truth.trueHeading.degrees - truth.magneticHeading.degrees
    #expect(abs(turn - hat.earthField.declination.degrees) < 1e-9)
  }

  @Test(arguments: ["driving", "drive"])
  func `a drive's course, speed and position are consistent`(name: String) throws {
    let hat = try Scenario.named(name).hat()
    var displacement = Vector3.zero
    for index in 0..<10_000 {
      displacement += hat.truth(at: (Double(index) + 0.5) * 0.001).velocity * 0.001
    }
    let start = hat.truth(at: 0)
    let end = hat.truth(at: 10)
    let north = (end.coordinate.latitude - start.coordinate.latitude) * 111_194.9
    #expect(abs(north - displacement.y) < 0.01)
    let course = Heading<TrueNorth>(
      Angle(radians: .atan2(y: end.velocity.x, x: end.velocity.y)))
    #expect(abs(end.trueHeading.turn(from: course).degrees) < 0.01)
    #expect((3.0...14).contains(end.velocity.length))
  }

  @Test func `the same seed gives the same events, another seed others`() throws {
    let first = Array(try Scenario.named("figure-eight").hat().events(until: 2))
    #expect(first == Array(try Scenario.named("figure-eight").hat().events(until: 2)))
    #expect(first != Array(try Scenario.named("figure-eight:seed=2").hat().events(until: 2)))
  }

  @Test func `events are in order of time, each sensor at its rate`() throws {
    let hat = try Scenario.named("turning").hat()
    let events = Array(hat.events(until: 10, startingAt: BootTime(seconds: 50)))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(events.first?.time == BootTime(seconds: 50))
    func count(_ matches: (SensorEvent) -> Bool) -> Int { events.count(where: matches) }
    #expect(count { if case .magneticField = $0 { true } else { false } } == 400)
    #expect(count { if case .acceleration = $0 { true } else { false } } == 1000)
    #expect(count { if case .angularRate = $0 { true } else { false } } == 1000)
    #expect(count { if case .pressure = $0 { true } else { false } } == 250)
    #expect(count { if case .fix = $0 { true } else { false } } == 10)
    #expect(count { if case .tick = $0 { true } else { false } } == 99)
    #expect(count { if case .clock = $0 { true } else { false } } == 1)
  }

  @Test func `missing sensors are reported as absent and deliver nothing`() throws {
    let hat = try Scenario.named("no-gyroscope").hat()
    var states: [SensorKind: SensorStatus.State] = [:]
    for event in hat.events(until: 1, fixes: 0) {
      if case .status(let status) = event { states[status.sensor] = status.state }
      if case .angularRate = event { Issue.record("an angular rate without a gyroscope") }
      if case .fix = event { Issue.record("a fix without a receiver") }
    }
    #expect(states[.gyroscope] == .absent)
    #expect(states[.gnss] == .absent)
    #expect(states[.magnetometer] == .present)
  }

  @Test func `noise has the stated deviation, and values are multiples of the resolution`() throws {
    let hat = try Scenario.named("pose").hat()
    let sensor = try #require(hat.sensor(.magneticField))
    let count = 10_000
    var sum = 0.0
    var squares = 0.0
    for index in 0..<count {
      let time = Double(index) * 0.001
      let reading = hat.reading(of: sensor, at: time)
      let ideal = hat.iron.applied(to: hat.truth(at: time).magneticField) + sensor.errors.bias
      sum += reading.y - ideal.y
      squares += (reading.y - ideal.y) * (reading.y - ideal.y)
      if case .magneticField(let sample) = hat.event(
        of: sensor, at: time, moment: BootTime(seconds: time))
      {
        let counts = sample.value.x / sensor.resolution
        #expect(abs(counts - counts.rounded()) < 1e-6)
      }
    }
    // Four standard errors, plus the drift of 20 nT/K over the 0.3 K of these ten seconds.
    #expect(abs(sum / Double(count)) < 4 * sensor.errors.noise / 100 + 6e-9)
    let deviation = (squares / Double(count)).squareRoot()
    #expect(abs(deviation / sensor.errors.noise - 1) < 0.04)
  }
}
