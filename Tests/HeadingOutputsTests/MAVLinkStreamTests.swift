import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingNavigation
import HeadingSensing
import Testing

@testable import HeadingOutputs

/// Heartbeats, positions, unknown values, and what is withheld.
struct MAVLinkStreamTests {
  @Test func `a heartbeat comes once a second whatever the rate`() {
    let rig = MAVLinkRig { $0.rate = 5 }
    var beats = 0
    var attitudes = 0
    for step in 0..<1000 {
      for frame in rig.send(.heading(1, at: 100 + Double(step) / 100)) {
        if frame.identifier == Heartbeat.identifier { beats += 1 }
        if frame.identifier == Attitude.identifier { attitudes += 1 }
      }
    }
    #expect(beats == 10 && attitudes == 50)
  }

  @Test(
    arguments: [
      (.valid, [], 4), (.degraded, [], 4), (.coasting, [], 5), (.invalid, .disturbed, 0),
      (.invalid, .starting, 1),
    ] as [(SolutionStatus, Reasons, UInt8)])
  func `the heartbeat says what the status is`(
    status: SolutionStatus, reasons: Reasons, state: UInt8
  ) throws {
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: reasons)
    solution.status = status
    let rig = MAVLinkRig()
    let beat = try #require(rig.send(solution, for: Heartbeat.self))
    #expect(beat.systemStatus == state && beat.type == 18 && beat.autopilot == 8)
    #expect(beat.baseMode == 0 && beat.mavlinkVersion == 3)
  }

  @Test func `simulated sensors are marked, and never replace a receiver`() throws {
    var solution = HeadingSolution.heading(10)
    solution.move(Vector3(1, 0, 0))
    solution.isSimulated = true
    let rig = MAVLinkRig { $0.sendsGPSInput = true }
    let frames = rig.send(solution)
    #expect(frames.lazy.compactMap { Heartbeat($0) }.first?.baseMode == 32)
    #expect(frames.lazy.compactMap { Odometry($0) }.first?.quality == -1)
    #expect(!frames.contains { $0.identifier == GPSInput.identifier })
  }

  @Test func `the reset counter increases with each change of the heading's source`() {
    let rig = MAVLinkRig()
    var counts: [UInt8] = []
    var time = 1000.0
    func count(_ change: (inout HeadingSolution) -> Void) -> UInt8 {
      var solution = HeadingSolution.heading(1, at: time)
      time += 0.1
      change(&solution)
      return rig.send(solution, for: Odometry.self)?.resetCounter ?? .max
    }
    counts.append(count { $0.headingSource = .field })
    counts.append(
      count {
        $0.headingSource = .motion
        $0.reasons = .headingSourceChanged
      })
    counts.append(
      count {
        $0.headingSource = .motion
        $0.reasons = .headingSourceChanged
      })
    // While no heading is known its source means nothing.
    _ = count {
      $0.magneticHeading = .missing(.disturbed)
      $0.trueHeading = .missing(.disturbed)
    }
    counts.append(count { $0.headingSource = .motion })
    counts.append(count { $0.headingSource = .external })
    for _ in 0..<3 {
      counts.append(
        count {
          $0.headingSource = .external
          $0.reasons = .navigationReset
        })
    }
    #expect(counts == [0, 1, 1, 1, 2, 3, 3, 3])
  }

  @Test func `the position needs coordinate, altitude and velocity`() throws {
    let rig = MAVLinkRig()
    var solution = HeadingSolution.heading(271.254)
    solution.move(Vector3(-1.5, 2.5, -0.5))
    let position = try #require(rig.send(solution, for: GlobalPositionInt.self))
    #expect(position.lat == 474_000_000 && position.lon == 85_000_000)
    #expect(position.alt == 432_100 && position.relativeAlt == 0 && position.hdg == 27_125)
    #expect(position.vx == 250 && position.vy == -150 && position.vz == 50)
    #expect(position.timeBootMs == 1_000_000)
    solution.altitude = .known(440.1)
    #expect(rig.send(solution, for: GlobalPositionInt.self)?.relativeAlt == 8000)
    solution.velocity = .missing(.notReported)
    #expect(rig.send(solution, for: GlobalPositionInt.self) == nil)
  }

  @Test(arguments: [
    (0.0, 0, 36_000), (359.996, 0, 36_000), (0.006, 1, 1), (271.25, 27_125, 27_125),
  ])
  func `a heading in centidegrees is never 36000, that of GPS_INPUT never 0`(
    heading: Double, hundredths: UInt16, yaw: UInt16
  ) throws {
    let rig = MAVLinkRig { $0.sendsGPSInput = true }
    var solution = HeadingSolution.heading(heading)
    solution.move(.zero)
    let frames = rig.send(solution)
    #expect(frames.lazy.compactMap { GlobalPositionInt($0) }.first?.hdg == hundredths)
    #expect(frames.lazy.compactMap { GPSInput($0) }.first?.yaw == yaw)
  }

  @Test func `a fix for an autopilot says what is not known`() throws {
    let rig = MAVLinkRig { $0.sendsGPSInput = true }
    var solution = HeadingSolution.heading(90)
    solution.move(Vector3(1, 2, 3))
    // GPS week 2399 began on Sunday, 28 December 2025; GPS time is 18 s ahead of UTC.
    solution.universalTime = .known(UniversalTime(year: 2026, month: 1, day: 1))
    let full = try #require(rig.send(solution, for: GPSInput.self))
    #expect(full.timeWeek == 2399 && full.timeWeekMs == (4 * 86_400 + 18) * 1000)
    #expect(full.fixType == 3 && full.ignoreFlags == 6 && full.alt == 432.1)
    #expect(full.vn == 2 && full.ve == 1 && full.vd == -3)
    #expect(full.hdop == 65_535 && full.horizAccuracy == 1.5 && full.vertAccuracy == 2.5)
    solution.altitude = .missing(.notReported)
    solution.verticalAccuracy = .missing(.notReported)
    solution.velocity = .missing(.notReported)
    solution.speedAccuracy = .missing(.notReported)
    solution.trueHeading = .missing(.disturbed)
    solution.universalTime = .missing(.dateUnknown)
    let bare = try #require(rig.send(solution, for: GPSInput.self))
    #expect(bare.fixType == 2 && bare.ignoreFlags == 6 + 1 + 8 + 16 + 32 + 128)
    #expect(bare.yaw == 0 && bare.timeWeek == 0)
    // Dead reckoning is no fix.
    solution.navigationSources = [.inertial]
    #expect(rig.send(solution, for: GPSInput.self) == nil)
    let other = MAVLinkRig()
    solution.navigationSources = [.fixPosition]
    #expect(other.send(solution, for: GPSInput.self) == nil)
  }

  @Test func `sensors are in MAVLink's units, and marked where they have a value`() throws {
    let rig = MAVLinkRig()
    var solution = HeadingSolution(time: BootTime(seconds: 1), missing: .starting)
    solution.pressure = .known(101_325)
    let pressure = try #require(rig.send(solution, for: ScaledPressure.self))
    #expect(pressure.pressAbs == 1013.25 && pressure.pressDiff.isNaN)
    #expect(pressure.temperature == .max && pressure.temperaturePressDiff == 0)
    let barometer = try #require(rig.send(solution, for: HighresIMU.self))
    #expect(barometer.fieldsUpdated == 512 && barometer.xgyro.isNaN && barometer.xmag.isNaN)
    solution.time = BootTime(seconds: 2)
    solution.field = .known(Vector3(1e-5, 2e-5, -4e-5))
    solution.rotationRate = .known(Vector3(0.1, 0.2, 0.3))
    let all = try #require(rig.send(solution, for: HighresIMU.self))
    #expect(all.fieldsUpdated == 512 + 64 + 128 + 256 + 8 + 16 + 32)
    #expect(abs(all.xmag - 0.2) < 1e-6 && abs(all.ymag - 0.1) < 1e-6 && abs(all.zmag - 0.4) < 1e-6)
    #expect(all.xgyro == 0.2 && all.ygyro == 0.1 && all.zgyro == -0.3 && all.xacc.isNaN)
    // Nose up by 30°, and a push to the right.
    var pushed = HeadingSolution.heading(10, pitch: 30, at: 3)
    pushed.linearAcceleration = .known(Vector3(2, 0, 0))
    let force = try #require(rig.send(pushed, for: HighresIMU.self))
    #expect(force.fieldsUpdated == 1 + 2 + 4 && abs(force.xacc - 4.903325) < 1e-5)
    #expect(abs(force.yacc - 2) < 1e-6 && abs(force.zacc + 8.492808) < 1e-5)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func `no value stops the output`(value: Double) {
    let rig = MAVLinkRig { $0.sendsGPSInput = true }
    var solution = HeadingSolution.heading(value, pitch: value, roll: value)
    solution.move(Vector3(value, value, value))
    solution.altitude = .known(value)
    solution.pressure = .known(value)
    solution.rotationRate = .known(Vector3(value, value, value))
    solution.universalTime = .known(UniversalTime(secondsSince1970: value))
    for time in [Int64.min, -1, 0, .max] {
      solution.time = BootTime(nanoseconds: time)
      _ = rig.send(solution)
    }
  }
}
