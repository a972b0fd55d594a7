/// Attitude, position and velocity of an estimator outside the autopilot, with their covariance.
package struct Odometry: MAVLinkMessage {
  package static let name = "ODOMETRY"
  package static let identifier: UInt32 = 331
  package static let checksumExtra: UInt8 = 91

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// X Position, m.
  package var x: Float = .nan

  /// Y Position, m.
  package var y: Float = .nan

  /// Z Position, m.
  package var z: Float = .nan

  /// Unit quaternion, FRD to the earth frame: w, x, y, z.
  package var q = [Float](repeating: .nan, count: 4)

  /// X linear speed, m/s.
  package var vx: Float = .nan

  /// Y linear speed, m/s.
  package var vy: Float = .nan

  /// Z linear speed, m/s.
  package var vz: Float = .nan

  /// Roll angular speed, rad/s.
  package var rollspeed: Float = .nan

  /// Pitch angular speed, rad/s.
  package var pitchspeed: Float = .nan

  /// Yaw angular speed, rad/s.
  package var yawspeed: Float = .nan

  /// Upper right triangle of the 6x6 covariance of x, y, z, roll, pitch, yaw, row by row.
  ///
  /// NaN in the first element if unknown.
  package var poseCovariance = [Float](repeating: .nan, count: 21)

  /// Upper right triangle of the 6x6 covariance of speeds and angular speeds, row by row.
  ///
  /// NaN in the first element if unknown.
  package var velocityCovariance = [Float](repeating: .nan, count: 21)

  /// MAV_FRAME of position and attitude.
  package var frameId: UInt8 = 0

  /// MAV_FRAME of velocity and angular speed.
  package var childFrameId: UInt8 = 0

  /// Increases when the estimate jumps.
  package var resetCounter: UInt8 = 0

  /// MAV_ESTIMATOR_TYPE.
  package var estimatorType: UInt8 = 0

  /// Quality, 1 to 100, %; 0 if unknown, -1 if the estimate has failed.
  package var quality: Int8 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeUsec)
    coder.code(&x)
    coder.code(&y)
    coder.code(&z)
    coder.code(&q)
    coder.code(&vx)
    coder.code(&vy)
    coder.code(&vz)
    coder.code(&rollspeed)
    coder.code(&pitchspeed)
    coder.code(&yawspeed)
    coder.code(&poseCovariance)
    coder.code(&velocityCovariance)
    coder.code(&frameId)
    coder.code(&childFrameId)
    coder.code(&resetCounter)
    coder.code(&estimatorType)
    coder.code(&quality)
  }
}
