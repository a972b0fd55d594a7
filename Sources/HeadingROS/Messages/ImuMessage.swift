package import HeadingGeometry

/// `sensor_msgs/Imu`.
package struct ImuMessage: Sendable, Hashable {
  /// A covariance whose value is missing: its first element is −1.
  package static let missing = Matrix3(rows: Vector3(-1, 0, 0), .zero, .zero)

  /// Covariance of a known value with unknown error.
  package static let unknown = Matrix3(diagonal: .zero)

  /// Time and frame.
  package var header = ROSHeader()

  /// Rotation from the body to the earth frame, east, north, up.
  package var orientation = Quaternion.identity

  /// Covariance of the rotation about the earth frame's axes, rad².
  package var orientationCovariance = missing

  /// Angular rate, rad/s, body frame.
  package var angularVelocity = Vector3.zero

  /// Its covariance, (rad/s)².
  package var angularVelocityCovariance = missing

  /// Acceleration with gravity as an accelerometer measures it, m/s², body frame.
  package var linearAcceleration = Vector3.zero

  /// Its covariance, (m/s²)².
  package var linearAccelerationCovariance = missing

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    ROSRecord(
      "sensor_msgs/Imu",
      [
        header.field,
        ROSField("orientation", .quaternion(orientation)),
        ROSField("orientation_covariance", .matrix(orientationCovariance)),
        ROSField("angular_velocity", .vector(angularVelocity)),
        ROSField("angular_velocity_covariance", .matrix(angularVelocityCovariance)),
        ROSField("linear_acceleration", .vector(linearAcceleration)),
        ROSField("linear_acceleration_covariance", .matrix(linearAccelerationCovariance)),
      ])
  }
}
