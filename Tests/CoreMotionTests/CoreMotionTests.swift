import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import CoreMotion

/// Attitudes in the frames of Apple's documentation: x north, z up, gravity (0, 0, −1) face up.
struct CoreMotionTests {
  private func message(
    heading: Double, pitch: Double = 0, roll: Double = 0, declination: Double? = nil
  ) -> SolutionMessage {
    let angles = AttitudeAngles(
      heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll))
    var solution = HeadingSolution(time: BootTime(seconds: 5), missing: .starting)
    solution.attitude = .known(angles.quaternion)
    solution.magneticHeading = .known(Heading(degrees: heading))
    if let declination {
      solution.declination = .known(Angle(degrees: declination))
      solution.trueHeading = .known(Heading(degrees: heading + declination))
    }
    return SolutionMessage(solution, latency: 0)
  }

  private func motion(
    _ message: SolutionMessage, _ frame: CMAttitudeReferenceFrame, force: [Double]? = nil
  ) throws -> CMDeviceMotion {
    guard case .turned(let attitude, let heading) = ReferenceFrameConverter(frame).turned(message)
    else {
      throw CMError(103).error
    }
    return CMDeviceMotion(message, attitude: attitude, heading: heading, force: force)
  }

  @Test func `gravity face up is negative along z`() throws {
    let gravity = try motion(message(heading: 30), .xMagneticNorthZVertical).gravity
    #expect(abs(gravity.x) < 1e-6 && abs(gravity.y) < 1e-6 && abs(gravity.z + 1) < 1e-6)
    let upright = try motion(message(heading: 30, pitch: 90), .xMagneticNorthZVertical).gravity
    #expect(abs(upright.y + 1) < 1e-6)
  }

  @Test(arguments: [(0.0, 0.0), (90, 0), (30, -40), (-60, 75)])
  func `gravity plus user acceleration is the accelerometer's reading`(
    pitch: Double, roll: Double
  ) throws {
    let message = message(heading: 30, pitch: pitch, roll: roll)
    let gravity = try motion(message, .xMagneticNorthZVertical).gravity
    let rest = [gravity.x, gravity.y, gravity.z].map { -9.80665 * $0 }
    let still = try motion(message, .xMagneticNorthZVertical, force: rest).userAcceleration
    #expect(abs(still.x) < 1e-9 && abs(still.y) < 1e-9 && abs(still.z) < 1e-9)
    // Accelerated to the right with 0.2 g, and up out of the screen with 0.1 g.
    let push = [rest[0] + 1.96133, rest[1], rest[2] + 0.980665]
    let pushed = try motion(message, .xMagneticNorthZVertical, force: push).userAcceleration
    #expect(abs(pushed.x + 0.2) < 1e-9 && abs(pushed.y) < 1e-9 && abs(pushed.z + 0.1) < 1e-9)
    #expect(try motion(message, .xMagneticNorthZVertical).userAcceleration.x.isNaN)
  }

  @Test(.timeLimit(.minutes(5)))
  func `magnetometer readings corrected by the profile are the calibrated field`()
    async throws
  {
    let profile = SharedData.packageRoot.appendingPathComponent("calibration/simulated-hat.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: profile))
    let keys = try #require(object as? [String: Any])
    let hard = try #require(keys["hard_iron"] as? [Double])
    let soft = try #require(keys["soft_iron"] as? [[Double]])
    let server = IIODServer(try Scenario.named("pose:heading=40,pitch=10,roll=-20"))
    try await server.serve { port in
      let manager = CMMotionManager(
        hub: SensorHub(
          ProgramOrigin(environment: [
            "HEADINGD_SENSORS_URI": "ip:127.0.0.1:\(port)", "HEADINGD_SENSORS_GPSD": "none",
            "HEADINGD_SENSORS_PROFILE": profile.path,
          ])))
      #expect(manager.isMagnetometerAvailable && manager.magnetometerData == nil)
      #expect(manager.isAccelerometerAvailable && manager.isGyroAvailable)
      manager.startMagnetometerUpdates()
      manager.startAccelerometerUpdates()
      manager.startGyroUpdates()
      #expect(manager.isAccelerometerActive && manager.isGyroActive)
      manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
      var motions: [CMDeviceMotion] = []
      var raw: [[Double]] = []
      var accelerations: [CMAcceleration] = []
      var rates: [CMRotationRate] = []
      while raw.count < 20 {
        try await Task.sleep(for: .milliseconds(20))
        guard let data = manager.magnetometerData, let motion = manager.deviceMotion,
          let acceleration = manager.accelerometerData, let rate = manager.gyroData,
          !motion.userAcceleration.x.isNaN, motion.magneticField.field.z != 0
        else { continue }
        motions.append(motion)
        accelerations.append(acceleration.acceleration)
        rates.append(rate.rotationRate)
        raw.append([data.magneticField.x, data.magneticField.y, data.magneticField.z])
      }
      func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
      let offset = (0..<3).map { axis in mean(raw.map { $0[axis] }) - hard[axis] }
      let field = motions.map(\.magneticField.field)
      var differences: [Double] = []
      for (axis, part) in [\CMMagneticField.x, \.y, \.z].enumerated() {
        let calibrated =
          soft[axis][0] * offset[0] + soft[axis][1] * offset[1] + soft[axis][2] * offset[2]
        // Means of twenty readings with a noise below 1 µT.
        #expect(abs(calibrated - mean(field.map { $0[keyPath: part] })) < 1)
        differences.append(abs(offset[axis] + hard[axis] - mean(field.map { $0[keyPath: part] })))
      }
      #expect(differences.contains { $0 > 5 })
      // At rest: noise and bias of the simulated accelerometer.
      for part in [\CMAcceleration.x, \.y, \.z] {
        #expect(abs(mean(motions.map { $0.userAcceleration[keyPath: part] })) < 0.05)
      }
      // The reading at rest is gravity in the scenario's pose.
      let gravity =
        AttitudeAngles(
          heading: .zero, pitch: Angle(degrees: 10), roll: Angle(degrees: -20)
        ).quaternion.conjugate * Vector3(0, 0, -1)
      for (part, expected) in [
        (\CMAcceleration.x, gravity.x), (\.y, gravity.y), (\.z, gravity.z),
      ] {
        #expect(abs(mean(accelerations.map { $0[keyPath: part] }) - expected) < 0.05)
      }
      // At rest: noise and bias of the simulated gyroscope, rad/s.
      for part in [\CMRotationRate.x, \.y, \.z] {
        #expect(abs(mean(rates.map { $0[keyPath: part] })) < 0.05)
      }
      manager.stopMagnetometerUpdates()
      manager.stopAccelerometerUpdates()
      manager.stopGyroUpdates()
      manager.stopDeviceMotionUpdates()
      #expect(manager.accelerometerData == nil && manager.gyroData == nil)
      #expect(manager.magnetometerData == nil && manager.deviceMotion == nil)
    }
  }

  @Test func `yaw is zero where the right side points north`() throws {
    // The top then points west.
    let west = try motion(message(heading: 270), .xMagneticNorthZVertical)
    #expect(abs(west.attitude.yaw) < 1e-6)
    #expect(west.heading == 270)
    let north = try motion(message(heading: 0), .xMagneticNorthZVertical)
    #expect(abs(north.attitude.yaw + .pi / 2) < 1e-6)
  }

  @Test func `true north differs from magnetic north by the declination`() throws {
    let frame = CMAttitudeReferenceFrame.xTrueNorthZVertical
    let motion = try motion(message(heading: 260, declination: 10), frame)
    #expect(abs(motion.attitude.yaw) < 1e-6)
    #expect(motion.heading == 270)
    guard case .noTrueNorth = ReferenceFrameConverter(frame).turned(message(heading: 1)) else {
      Issue.record("true north without a place")
      return
    }
  }

  @Test func `an arbitrary frame starts at yaw zero and has no heading`() throws {
    let turner = ReferenceFrameConverter(.xArbitraryZVertical)
    for (heading, yaw) in [(123.0, 0.0), (133, -10)] {
      let message = message(heading: heading, pitch: 5)
      guard case .turned(let attitude, let none) = turner.turned(message) else { return }
      #expect(abs(CMAttitude(attitude).yaw - yaw * .pi / 180) < 1e-6)
      #expect(none < 0)
    }
  }

  @Test func `roll and pitch match the engine and the matrix maps frame to device`()
    throws
  {
    let attitude = try motion(
      message(heading: 50, pitch: 20, roll: 30), .xMagneticNorthZVertical
    ).attitude
    #expect(abs(attitude.pitch - 20 * .pi / 180) < 1e-6)
    #expect(abs(attitude.roll - 30 * .pi / 180) < 1e-6)
    let matrix = attitude.rotationMatrix
    let gravity = try motion(
      message(heading: 50, pitch: 20, roll: 30), .xMagneticNorthZVertical
    ).gravity
    #expect(abs(matrix.m13 + gravity.x) < 1e-9)
    #expect(abs(matrix.m23 + gravity.y) < 1e-9)
    #expect(abs(matrix.m33 + gravity.z) < 1e-9)
    let other = attitude.copy() as? CMAttitude
    other?.multiply(byInverseOf: attitude)
    #expect(abs(other?.quaternion.w ?? 0) > 1 - 1e-12)
  }

  @Test func `constants have Apple's values`() {
    #expect(CMAttitudeReferenceFrame.xArbitraryZVertical.rawValue == 1)
    #expect(CMAttitudeReferenceFrame.xArbitraryCorrectedZVertical.rawValue == 2)
    #expect(CMAttitudeReferenceFrame.xMagneticNorthZVertical.rawValue == 4)
    #expect(CMAttitudeReferenceFrame.xTrueNorthZVertical.rawValue == 8)
    #expect(CMMagneticFieldCalibrationAccuracy.uncalibrated.rawValue == -1)
    #expect(CMMagneticFieldCalibrationAccuracy.high.rawValue == 2)
    #expect(CMAuthorizationStatus.authorized.rawValue == 3)
    #expect(CMErrorTrueNorthNotAvailable.rawValue == 102)
  }
}
