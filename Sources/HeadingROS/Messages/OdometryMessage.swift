package import HeadingGeometry

/// `nav_msgs/Odometry`.
package struct OdometryMessage: Sendable, Hashable {
  /// Time and frame of the pose.
  package var header = ROSHeader()

  /// The body frame, in which the velocities are.
  package var childFrame = ""

  /// Position in the frame of the header, m.
  package var position = Vector3.zero

  /// Rotation from the body to the frame of the header.
  package var orientation = Quaternion.identity

  /// Covariance of the position, m².
  package var positionCovariance = ImuMessage.unknown

  /// Covariance of the rotation about the axes of the header's frame, rad².
  package var orientationCovariance = ImuMessage.unknown

  /// Velocity, m/s, body frame.
  package var linearVelocity = Vector3.zero

  /// Angular rate, rad/s, body frame.
  package var angularVelocity = Vector3.zero

  /// Covariance of the velocity, (m/s)², body frame.
  package var linearVelocityCovariance = ImuMessage.unknown

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    let pose = ROSRecord(
      "geometry_msgs/Pose",
      [
        ROSField("position", .point(position)), ROSField("orientation", .quaternion(orientation)),
      ])
    let twist = ROSRecord(
      "geometry_msgs/Twist",
      [
        ROSField("linear", .vector(linearVelocity)), ROSField("angular", .vector(angularVelocity)),
      ])
    return ROSRecord(
      "nav_msgs/Odometry",
      [
        header.field,
        ROSField("child_frame_id", .string(childFrame)),
        ROSField(
          "pose",
          .record(
            ROSRecord(
              "geometry_msgs/PoseWithCovariance",
              [
                ROSField("pose", .record(pose)),
                ROSField("covariance", Self.blocks(positionCovariance, orientationCovariance)),
              ]))),
        ROSField(
          "twist",
          .record(
            ROSRecord(
              "geometry_msgs/TwistWithCovariance",
              [
                ROSField("twist", .record(twist)),
                ROSField("covariance", Self.blocks(linearVelocityCovariance, ImuMessage.unknown)),
              ]))),
      ])
  }

  /// The 6×6 matrix by rows of two independent triples.
  private static func blocks(_ first: Matrix3, _ second: Matrix3) -> ROSValue {
    let (a, b) = (first.rows, second.rows)
    return .float64s(
      [a.x, a.y, a.z].flatMap { [$0.x, $0.y, $0.z, 0, 0, 0] }
        + [b.x, b.y, b.z].flatMap { [0, 0, 0, $0.x, $0.y, $0.z] })
  }
}
