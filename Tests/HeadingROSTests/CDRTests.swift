import HeadingGeometry
import HeadingTesting
import Testing

@testable import HeadingROS

/// `Tests/Reference/ros2_messages.py` makes the same messages with rosbags.
struct CDRTests {
  private let rotation = Quaternion(w: 0.9, x: 0.1, y: -0.2, z: 0.3)
  private let nine = Matrix3(rows: Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9))

  private func header(_ frame: String) -> ROSHeader {
    ROSHeader(ROSTime(seconds: 1_764_000_000.25), in: frame)
  }

  private func expect(_ record: ROSRecord) throws {
    let line = try #require(
      try ReferenceData.text("ros2_messages.txt").split(separator: "\n")
        .first { $0.hasPrefix(record.type + " ") })
    let encoded = CDR.encoded(record).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(encoded.joined() == line.dropFirst(record.type.count + 1))
  }

  @Test func `an Imu has the bytes of rosbags`() throws {
    var message = ImuMessage()
    message.header = header("base_link")
    message.orientation = rotation
    message.orientationCovariance = nine
    message.angularVelocity = Vector3(0.01, -0.02, 0.03)
    message.angularVelocityCovariance = ImuMessage.unknown
    message.linearAcceleration = Vector3(1.5, -2.5, 9.75)
    message.linearAccelerationCovariance = ImuMessage.unknown
    try expect(message.record)
  }

  @Test func `a MagneticField has the bytes of rosbags`() throws {
    var message = MagneticFieldMessage()
    message.header = header("mag")
    message.field = Vector3(2e-5, -1e-6, 4.3e-5)
    try expect(message.record)
  }

  @Test func `a FluidPressure has the bytes of rosbags`() throws {
    var message = FluidPressureMessage()
    message.header = header("b")
    message.pressure = 101_325.25
    try expect(message.record)
  }

  @Test func `a NavSatFix has the bytes of rosbags`() throws {
    var message = NavSatFixMessage()
    message.header = header("gps")
    message.latitude = 47.5
    message.longitude = -8.25
    message.altitude = 500.125
    message.covariance = nine
    try expect(message.record)
  }

  @Test func `an Odometry has the bytes of rosbags`() throws {
    var message = OdometryMessage()
    message.header = header("map")
    message.childFrame = "base_link"
    message.position = Vector3(100.5, -20.25, 3)
    message.orientation = rotation
    message.positionCovariance = nine
    message.orientationCovariance = nine * 10
    message.linearVelocity = Vector3(5, 0.5, -0.25)
    message.angularVelocity = Vector3(0.01, -0.02, 0.03)
    message.linearVelocityCovariance = nine
    try expect(message.record)
  }

  @Test func `a QuaternionStamped has the bytes of rosbags`() throws {
    var message = QuaternionStampedMessage()
    message.header = header("map")
    message.orientation = rotation
    try expect(message.record)
  }

  @Test func `a DiagnosticArray has the bytes of rosbags`() throws {
    var message = DiagnosticArrayMessage()
    message.header = header("")
    message.level = .warning
    message.name = "headingd: heading"
    message.message = "größer"
    message.values = [
      DiagnosticValue(key: "steer", value: "ok"), DiagnosticValue(key: "", value: "1"),
    ]
    try expect(message.record)
  }

  @Test func `a TFMessage has the bytes of rosbags`() throws {
    var message = TransformMessage()
    message.header = header("map")
    message.childFrame = "base"
    message.translation = Vector3(1, 2, -3)
    message.rotation = rotation
    try expect(message.record)
  }
}
