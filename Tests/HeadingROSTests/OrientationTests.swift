import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingROS

struct OrientationTests {
  private let stamp = ROSTime(seconds: 1)

  private func imu(_ update: SolutionMessage, north: ROSOptions.North = .magnetic) -> ImuMessage {
    var options = ROSOptions()
    options.north = north
    return ImuMessage(update, stamp: stamp, options: options)
  }

  /// The rotation of roll, pitch and yaw as ROS defines them: about the fixed axes x, y, z (REP 103).
  private func fixedAxes(roll: Double, pitch: Double, yaw: Double) -> Quaternion {
    Quaternion(angle: Angle(degrees: yaw), axis: Vector3(0, 0, 1))
      * Quaternion(angle: Angle(degrees: pitch), axis: Vector3(0, 1, 0))
      * Quaternion(angle: Angle(degrees: roll), axis: Vector3(1, 0, 0))
  }

  private func angle(_ one: Quaternion, _ other: Quaternion) -> Double {
    Angle(radians: (one * other.conjugate).rotationVector.length).degrees
  }

  @Test(
    arguments: [0, 45, 90, 135, 180, 225, 270, 315, 359.9, 0.1],
    [(0.0, 0.0), (30, 0), (-60, 20), (10, -170), (0, 180)])
  func `yaw is counterclockwise from east, pitch nose down, roll right side down`(
    heading: Double, tilt: (pitch: Double, roll: Double)
  ) {
    let message = imu(Update.at(heading: heading, pitch: tilt.pitch, roll: tilt.roll))
    let expected = fixedAxes(roll: tilt.roll, pitch: -tilt.pitch, yaw: 90 - heading)
    #expect(angle(message.orientation, expected) < 1e-6)
  }

  @Test(
    arguments: [(0, Vector3(0, 1, 0)), (90, Vector3(1, 0, 0)), (225, Vector3(-1, -1, 0))]
      as [(Double, Vector3)])
  func `the forward axis points where the heading says`(heading: Double, direction: Vector3) throws
  {
    let forward = imu(Update.at(heading: heading)).orientation * Vector3(1, 0, 0)
    let expected = try #require(direction.direction)
    #expect((forward - expected).length < 1e-9)
  }

  @Test(arguments: [-51.0, 51], [0.0, 130, 300])
  func `the field, turned by the attitude, points north and down, in the south up`(
    up: Double, heading: Double
  ) throws {
    var update = Update.at(heading: heading, pitch: 12, roll: -150)
    update.field = Update.body(Vector3(0, 24, up), in: update)
    var translator = ROSTranslator(options: ROSOptions(), isLive: false)
    let messages = translator.messages(of: update).messages
    let record = try #require(messages.first { $0.topic == .magneticField }?.record)
    let field = try #require(record.vector("magnetic_field"))
    let earth = imu(update).orientation * field
    #expect((earth - Vector3(0, 24e-6, up * 1e-6)).length < 1e-12)
  }

  @Test func `a rate to the right is negative about z`() {
    var update = Update.at(heading: 0)
    // Our body: x right, y forward, z up; clockwise from above is negative about z.
    update.rotationRate = [10, 20, -30]
    let rate = imu(update).angularVelocity
    let expected = Vector3(20, -10, -30) * Angle(degrees: 1).radians
    #expect((rate - expected).length < 1e-12)
  }

  @Test(
    arguments: [
      (0, 0, Vector3(0, 0, 1)), (0, 180, Vector3(0, 0, -1)), (90, 0, Vector3(1, 0, 0)),
      (-90, 0, Vector3(-1, 0, 0)), (0, 90, Vector3(0, 1, 0)), (0, -90, Vector3(0, -1, 0)),
    ] as [(Double, Double, Vector3)])
  func `at rest the acceleration is g upward`(pitch: Double, roll: Double, up: Vector3) {
    var update = Update.at(heading: 77, pitch: pitch, roll: roll)
    update.linearAcceleration = [0, 0, 0]
    #expect((imu(update).linearAcceleration - up * 9.80665).length < 1e-9)
    // Forward by 2 m/s².
    update.linearAcceleration = [0, 2, 0]
    #expect((imu(update).linearAcceleration - up * 9.80665 - Vector3(2, 0, 0)).length < 1e-9)
  }

  @Test func `true north turns attitude and covariance by the declination and adds its error`() {
    var update = Update.at(heading: 350)
    update.attitudeCovariance = [4e-4, 0, 0, 0, 1e-4, 0, 0, 0, 9e-4]
    #expect(imu(update, north: .true).orientationCovariance == ImuMessage.missing)
    update.declination = 20
    update.errorTerms = ErrorTermsMessage(
      noise: 0, gyroscopeHold: 0, calibration: 0, disturbance: 0, localField: 0, tilt: 0,
      declination: 0.5)
    let message = imu(update, north: .true)
    // The true heading is 10°.
    #expect(angle(message.orientation, fixedAxes(roll: 0, pitch: 0, yaw: 80)) < 1e-6)
    let declination = Angle(degrees: 0.5).radians
    let rows = message.orientationCovariance.rows
    #expect(abs(rows.z.z - 9e-4 - declination * declination) < 1e-12)
    // Clockwise by 20°: cos² 20°, sin² 20° and sin 20° · cos 20°.
    let expected = 4e-4 * 0.883_022_221_559_489 + 1e-4 * 0.116_977_778_440_511
    #expect(abs(rows.x.x - expected) < 1e-12)
    #expect(abs(rows.x.y + 3e-4 * 0.321_393_804_843_27) < 1e-12)
    #expect(abs(rows.x.y - rows.y.x) < 1e-18)
  }

  @Test func `a missing quantity has a covariance that begins with −1, an unknown one of zeros`() {
    var update = Update.at(heading: 10)
    #expect(imu(update).orientationCovariance == ImuMessage.unknown)
    #expect(imu(update).angularVelocityCovariance == ImuMessage.unknown)
    #expect(imu(update).linearAccelerationCovariance.rows.x.x == -1)
    update.rotationRate = nil
    #expect(imu(update).angularVelocityCovariance.rows.x.x == -1)
    update.status = .invalid
    #expect(imu(update).orientationCovariance.rows.x.x == -1)
    #expect(imu(update).orientation == .identity)
  }

  @Test(arguments: [[], [1], [0, 0, 0, 0], [.nan, 0, 0, 1], [1e300, 1e300, 1e300, 1e300]])
  func `an attitude that is no rotation is none`(attitude: [Double]) {
    var update = Update.at(heading: 10)
    update.attitude = attitude
    update.linearAcceleration = [.infinity, 0, 0]
    update.rotationRate = [1, 2]
    update.attitudeCovariance = attitude
    let message = imu(update)
    for matrix in [
      message.orientationCovariance, message.angularVelocityCovariance,
      message.linearAccelerationCovariance,
    ] {
      #expect(matrix.rows.x.x == -1)
    }
  }
}

extension ROSRecord {
  /// The value of a field.
  func value(_ name: String) -> ROSValue? { fields.first { $0.name == name }?.value }

  /// The number of a field.
  func number(_ name: String) -> Double? {
    guard case .float64(let number) = value(name) else { return nil }
    return number
  }

  /// The message of a field.
  func record(_ name: String) -> ROSRecord? {
    guard case .record(let record) = value(name) else { return nil }
    return record
  }

  /// The vector or point of a field.
  func vector(_ name: String) -> Vector3? {
    guard let record = record(name), let x = record.number("x"), let y = record.number("y"),
      let z = record.number("z")
    else { return nil }
    return Vector3(x, y, z)
  }
}
