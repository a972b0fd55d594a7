import HeadingEngine
import HeadingGeometry
import HeadingSensing
import RealModule
import Testing
import VehicleSimulation

/// Recovery from wrong positions and headings.
struct RestartTests {
  /// Turns the samples after a moment: the device has slipped in its mount, and the gyroscope
  /// paused meanwhile.
  private static func slipping(
    _ event: SensorEvent, at moment: Double, by slip: Quaternion
  ) -> SensorEvent? {
    func turned(_ sample: VectorSample) -> VectorSample {
      var sample = sample
      if sample.time.seconds > moment + 0.4 { sample.value = slip.conjugate * sample.value }
      return sample
    }
    switch event {
    case .angularRate(let sample):
      let isPaused = sample.time.seconds > moment && sample.time.seconds < moment + 0.8
      return isPaused ? nil : .angularRate(turned(sample))
    case .acceleration(let sample): return .acceleration(turned(sample))
    case .magneticField(let sample): return .magneticField(turned(sample))
    default: return event
    }
  }

  @Test(arguments: [20.0, -45, 60])
  func `a device that slips in its mount during a gyroscope gap keeps its position`(
    degrees: Double
  ) throws {
    let axis = try #require(Vector3(0.3, 0.4, 0.8).direction)
    let slip = Quaternion(angle: Angle(degrees: degrees), axis: axis)
    let run = VehicleRun(SimulatedVehicle(kind: .car, seed: 5), seconds: 75, from: 40) { event in
      Self.slipping(event, at: 45, by: slip)
    }
    let worst = run.positions.map(\.error).max() ?? .infinity
    #expect(worst < 15, "\(worst) m")
    let (solution, truth) = try #require(run.last)
    let heading = try #require(solution.trueHeading.value)
    let bound = try #require(solution.trueHeadingAccuracy.value)
    // The heading is the device's: the slip has turned its forward axis.
    let upright = Quaternion(angle: Angle(degrees: -truth.heading.degrees), axis: Vector3(0, 0, 1))
    let forward = upright * (slip * Vector3(0, 1, 0))
    let expected = Angle(radians: Double.atan2(y: forward.x, x: forward.y)).degrees
    let error = Angle(degrees: heading.degrees - expected).normalized.degrees
    #expect(abs(error) < 3 * bound.degrees + 5, "\(error)° ± \(bound.degrees)°")
  }

  @Test func `a consistent receiver is followed within ten seconds, and the reset is reported`()
    throws
  {
    // Fixes of a boat that suddenly drifts by 40 m/s, which its sensors do not feel: one of them is
    // wrong, and only the receiver agrees with itself.
    var last: Fix?
    let run = VehicleRun(SimulatedVehicle(kind: .boat, seed: 9), seconds: 75, from: 40) { event in
      guard case .fix(var fix) = event else { return event }
      let elapsed = fix.time.seconds - 45
      guard elapsed > 0 else { return event }
      fix.coordinate =
        Coordinate(
          latitude: fix.coordinate.latitude + 40 * elapsed / 111_000,
          longitude: fix.coordinate.longitude) ?? fix.coordinate
      let north = 40 + (fix.speed ?? 0) * (fix.course?.angle.cosine ?? 0)
      let east = (fix.speed ?? 0) * (fix.course?.angle.sine ?? 0)
      fix.speed = (north * north + east * east).squareRoot()
      fix.course = Heading(Angle(radians: Double.atan2(y: east, x: north)))
      last = fix
      return .fix(fix)
    }
    #expect(run.reasons.contains(.fixJump))
    let solution = try #require(run.last?.solution)
    let place = try #require(solution.coordinate.value)
    let fix = try #require(last)
    // The last fix is 0.2 s old at most, 8 m, and errs by some metres.
    #expect(abs(place.latitude - fix.coordinate.latitude) * 111_000 < 25)
    #expect(solution.speed.value.map { abs($0 - 40) < 6 } ?? false)
  }
}
