import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingSensing
import Testing

@testable import CoreMotion

/// Attitudes, against the frames of Apple's documentation: x north, z up, gravity (0, 0, −1) face up.
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
    return SolutionMessage(solution, simulated: false, latency: 0)
  }

  private func motion(
    _ message: SolutionMessage, _ frame: CMAttitudeReferenceFrame
  ) throws -> CMDeviceMotion {
    guard case .turned(let attitude, let heading) = FrameTurner(frame).turned(message) else {
      throw CMError(103).error
    }
    return CMDeviceMotion(message, attitude: attitude, heading: heading)
  }

  @Test func `face up gravity points into the screen's back`() throws {
    let gravity = try motion(message(heading: 30), .xMagneticNorthZVertical).gravity
    #expect(abs(gravity.x) < 1e-6 && abs(gravity.y) < 1e-6 && abs(gravity.z + 1) < 1e-6)
    let upright = try motion(message(heading: 30, pitch: 90), .xMagneticNorthZVertical).gravity
    #expect(abs(upright.y + 1) < 1e-6)
  }

  @Test func `yaw is zero where the right side points north`() throws {
    // Then the top points west.
    let west = try motion(message(heading: 270), .xMagneticNorthZVertical)
    #expect(abs(west.attitude.yaw) < 1e-6)
    #expect(west.heading == 270)
    let north = try motion(message(heading: 0), .xMagneticNorthZVertical)
    #expect(abs(north.attitude.yaw + .pi / 2) < 1e-6)
  }

  @Test func `true north lies beside magnetic north by the declination`() throws {
    let frame = CMAttitudeReferenceFrame.xTrueNorthZVertical
    let motion = try motion(message(heading: 260, declination: 10), frame)
    #expect(abs(motion.attitude.yaw) < 1e-6)
    #expect(motion.heading == 270)
    guard case .noTrueNorth = FrameTurner(frame).turned(message(heading: 1)) else {
      Issue.record("true north without a place")
      return
    }
  }

  @Test func `an arbitrary frame begins with yaw zero and has no heading`() throws {
    let turner = FrameTurner(.xArbitraryZVertical)
    for (heading, yaw) in [(123.0, 0.0), (133, -10)] {
      let message = message(heading: heading, pitch: 5)
      guard case .turned(let attitude, let none) = turner.turned(message) else { return }
      #expect(abs(CMAttitude(attitude).yaw - yaw * .pi / 180) < 1e-6)
      #expect(none < 0)
    }
  }

  @Test func `roll and pitch are the house's, and the matrix turns the frame into the device`()
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
