import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingOutputs

/// Signs and frames of attitude, rate and velocity.
struct MAVLinkAttitudeTests {
  private struct Row: Decodable {
    let heading: Double
    let pitch: Double
    let roll: Double
    let yaw: Double
    let rows: [[Double]]
  }

  private func matrix(_ q: [Float]) -> [Double] {
    let rows = Quaternion(w: Double(q[0]), x: Double(q[1]), y: Double(q[2]), z: Double(q[3]))
      .matrix.rows
    return [rows.x, rows.y, rows.z].flatMap { [$0.x, $0.y, $0.z] }
  }

  @Test func `attitudes in all quadrants, across north and upside down are pymavlink's`() throws {
    for line in try ReferenceData.text("mavlink_attitudes.jsonl").split(separator: "\n") {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      // The attitude is relative to magnetic north, 12° east of true north.
      let solution = HeadingSolution.heading(
        row.heading - 12, pitch: row.pitch, roll: row.roll, declination: 12)
      let rig = MAVLinkRig()
      let frames = rig.send(solution)
      let attitude = try #require(frames.lazy.compactMap { Attitude($0) }.first)
      // 32 bits resolve 2e-7 rad at π.
      let turn = Angle(radians: Double(attitude.yaw) - row.yaw).normalized.radians
      #expect(abs(turn) < 1e-6, "\(line)")
      #expect(abs(Double(attitude.yaw)) <= Double(Float.pi))
      #expect(abs(Double(attitude.pitch) - row.pitch * .pi / 180) < 1e-6, "\(line)")
      // ±180° are the same roll.
      let roll = Angle(radians: Double(attitude.roll) - Angle(degrees: row.roll).radians)
      #expect(abs(roll.normalized.radians) < 1e-6, "\(line)")
      for q in [
        try #require(frames.lazy.compactMap { AttitudeQuaternionCov($0) }.first).q,
        try #require(frames.lazy.compactMap { Odometry($0) }.first).q,
      ] {
        for (value, expected) in zip(matrix(q), row.rows.joined()) {
          #expect(abs(value - expected) < 1e-6, "\(line)")
        }
      }
      let heading = try #require(frames.lazy.compactMap { VFRHUD($0) }.first).heading
      #expect(heading == Int16(row.heading.rounded()) % 360)
    }
  }

  @Test func `north is true north, or magnetic north if it is chosen`() throws {
    let solution = HeadingSolution.heading(350, declination: 15)
    let geographic = MAVLinkRig()
    let magnetic = MAVLinkRig { $0.north = .magnetic }
    let yaw = try #require(geographic.send(solution, for: Attitude.self)).yaw
    #expect(abs(yaw - 5 * .pi / 180) < 1e-6)
    let other = try #require(magnetic.send(solution, for: Attitude.self)).yaw
    #expect(abs(other + 10 * .pi / 180) < 1e-6)
    let variances = [
      try #require(geographic.send(solution, for: AttitudeQuaternionCov.self)).covariance[8],
      try #require(magnetic.send(solution, for: AttitudeQuaternionCov.self)).covariance[8],
    ]
    #expect(abs(variances[0].squareRoot() - 3 * .pi / 180) < 1e-6)
    #expect(abs(variances[1].squareRoot() - 2 * .pi / 180) < 1e-6)
  }

  @Test func `without a true heading no attitude relative to true north is sent`() {
    var solution = HeadingSolution.heading(10)
    solution.trueHeading = .missing(.positionUnknown)
    solution.move(Vector3(1, 2, 3))
    let rig = MAVLinkRig()
    let frames = rig.send(solution)
    #expect(frames.allSatisfy { [0, 33].contains($0.identifier) })
    #expect(frames.lazy.compactMap { GlobalPositionInt($0) }.first?.hdg == .max)
    let magnetic = MAVLinkRig { $0.north = .magnetic }
    let sent = magnetic.send(solution)
    #expect(sent.contains { $0.identifier == Attitude.identifier })
    // The velocity is relative to true north: in the body it is not known.
    #expect(sent.lazy.compactMap { Odometry($0) }.first?.vx.isNaN == true)
  }

  @Test func `an invalid solution sends heartbeats only`() {
    let rig = MAVLinkRig { $0.sendsGPSInput = true }
    let frames = rig.send(HeadingSolution(time: BootTime(seconds: 1), missing: .disturbed))
    #expect(frames.map(\.identifier) == [Heartbeat.identifier])
  }

  @Test func `the heading of an external compass is the yaw, with the accelerometer's tilt`() throws
  {
    var solution = HeadingSolution.heading(100, pitch: 10, roll: -20)
    solution.trueHeading = .known(Heading(degrees: 200))
    let rig = MAVLinkRig()
    let attitude = try #require(rig.send(solution, for: Attitude.self))
    #expect(abs(Double(attitude.yaw) - Angle(degrees: -160).radians) < 1e-6)
    #expect(abs(Double(attitude.pitch) - Angle(degrees: 10).radians) < 1e-6)
    #expect(abs(Double(attitude.roll) - Angle(degrees: -20).radians) < 1e-6)
  }

  @Test func `with the nose straight up the heading is that of the back`() throws {
    var solution = HeadingSolution.heading(0, pitch: 90)
    solution.headingAxis = .back
    solution.magneticHeading = .known(Heading(degrees: 0))
    solution.trueHeading = .known(Heading(degrees: 40))
    let rig = MAVLinkRig()
    let q = try #require(rig.send(solution, for: Odometry.self)).q
    let attitude = Quaternion(
      w: Double(q[0]), x: Double(q[1]), y: Double(q[2]), z: Double(q[3]))
    // The back is up in FRD; turned to NED it is horizontal, 40° from north.
    let back = attitude * Vector3(0, 0, 1)
    #expect(abs(Angle(radians: atan2(back.y, back.x)).degrees - 40) < 1e-4)
  }

  @Test func `rates and velocity are along forward, right and down`() throws {
    var solution = HeadingSolution.heading(90)
    // A turn to the right, seen from above; the nose rises; the right side goes down.
    solution.rotationRate = .known(Vector3(0.2, 0.1, -0.3))
    // To the north and up, while the vehicle points east.
    solution.move(Vector3(0, 5, 2))
    let rig = MAVLinkRig()
    let odometry = try #require(rig.send(solution, for: Odometry.self))
    #expect(abs(odometry.vx) < 1e-6 && abs(odometry.vy + 5) < 1e-5 && abs(odometry.vz + 2) < 1e-6)
    #expect(odometry.rollspeed == 0.1 && odometry.pitchspeed == 0.2 && odometry.yawspeed == 0.3)
    #expect(odometry.frameId == 1 && odometry.childFrameId == 12)
    #expect(odometry.x.isNaN && odometry.poseCovariance[0].isNaN)
    // Forward is east: roll is about east, pitch about north reversed.
    let degree = Float.pi / 180 * (Float.pi / 180)
    for (index, value) in [(15, 1), (16, -0.2), (17, 0), (18, 0.25), (19, 0), (20, 9)]
      as [(Int, Float)]
    {
      #expect(abs(odometry.poseCovariance[index] / degree - value) < 1e-4, "\(index)")
    }
    let level = odometry.velocityCovariance
    for (index, value) in [(0, 0.25), (1, 0), (2, 0), (6, 0.25), (7, 0), (11, 0.0625)] {
      #expect(abs(Double(level[index]) - value) < 1e-6, "\(index)")
    }
    let frd = MAVLinkRig { $0.odometryFrame = .frd }
    #expect(frd.send(solution, for: Odometry.self)?.frameId == 20)
  }

  /// The definition: angles of an attitude that is turned a little about an axis of the earth.
  @Test(arguments: [(30.0, 20.0, -40.0), (200, -60, 170), (300, 75, 10)])
  func `the covariance is that of the angles`(heading: Double, pitch: Double, roll: Double) throws {
    let solution = HeadingSolution.heading(heading - 12, pitch: pitch, roll: roll, declination: 12)
    let rig = MAVLinkRig()
    let sent = try #require(rig.send(solution, for: AttitudeQuaternionCov.self)).covariance
    // The declination's 5 of the 9 square degrees.
    let declination = 5 * Angle(degrees: 1).radians * Angle(degrees: 1).radians
    let inner =
      try #require(solution.attitudeCovariance.value)
      + Matrix3(diagonal: Vector3(0, 0, declination))
    // The covariance refers to magnetic north, the angles' differences do not depend on it.
    let attitude = try #require(solution.attitude.value)
    let step = 1e-6
    let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { axis in
      func angles(_ sign: Double) -> AttitudeAngles {
        AttitudeAngles(Quaternion(rotationVector: axis * (sign * step)) * attitude)
      }
      let (after, before) = (angles(1), angles(-1))
      return Vector3(
        (after.roll - before.roll).normalized.radians,
        (after.pitch - before.pitch).normalized.radians,
        (after.heading - before.heading).normalized.radians) / (2 * step)
    }
    let jacobian = Matrix3(columns: columns[0], columns[1], columns[2])
    let rows = (jacobian * inner * jacobian.transposed).rows
    let expected = [rows.x, rows.y, rows.z].flatMap { [$0.x, $0.y, $0.z] }
    for (value, expected) in zip(sent, expected) {
      // 32 bits and the step.
      #expect(abs(Double(value) - expected) < 1e-6 * rows.z.z + 1e-9)
    }
  }

  @Test func `towards the vertical, and without an accuracy, the covariance is unknown`() throws {
    let rig = MAVLinkRig()
    let steep = HeadingSolution.heading(10, pitch: 89.99)
    #expect(try #require(rig.send(steep, for: AttitudeQuaternionCov.self)).covariance[0].isNaN)
    var external = HeadingSolution.heading(10, at: 2000)
    external.headingSource = .external
    external.trueHeadingAccuracy = .missing(.externalHeading)
    #expect(try #require(rig.send(external, for: AttitudeQuaternionCov.self)).covariance[0].isNaN)
    external.trueHeadingAccuracy = .known(Angle(degrees: 5))
    external.time = BootTime(seconds: 3000)
    let covariance = try #require(rig.send(external, for: AttitudeQuaternionCov.self)).covariance
    #expect(abs(covariance[8].squareRoot() - 5 * .pi / 180) < 1e-6)
  }

  @Test func `the velocity's covariance turns with the body`() throws {
    var solution = HeadingSolution.heading(0, pitch: 30)
    solution.move(Vector3(0, 0, 1))
    let rig = MAVLinkRig()
    let odometry = try #require(rig.send(solution, for: Odometry.self))
    // Forward contains cos² 30° of a horizontal axis and sin² 30° of the vertical.
    let (h, v) = (0.25, 0.0625)
    #expect(abs(Double(odometry.velocityCovariance[0]) - (0.75 * h + 0.25 * v)) < 1e-6)
    #expect(abs(Double(odometry.velocityCovariance[11]) - (0.25 * h + 0.75 * v)) < 1e-6)
    // Up is forward and −down: forward and down are correlated if the vertical is known better.
    let product = (h - v) * (0.75).squareRoot() * 0.5
    #expect(abs(Double(odometry.velocityCovariance[2]) - product) < 1e-6)
    #expect(abs(odometry.vx - 0.5) < 1e-6 && abs(odometry.vz + Float(0.75).squareRoot()) < 1e-6)
  }
}
