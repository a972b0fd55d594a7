/// Attitude as a quaternion, with its covariance.
package struct AttitudeQuaternionCov: MAVLinkMessage {
  package static let name = "ATTITUDE_QUATERNION_COV"
  package static let identifier: UInt32 = 61
  package static let checksumExtra: UInt8 = 167

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// Unit quaternion, FRD to the earth frame: w, x, y, z.
  package var q = [Float](repeating: .nan, count: 4)

  /// Roll angular speed, rad/s.
  package var rollspeed: Float = .nan

  /// Pitch angular speed, rad/s.
  package var pitchspeed: Float = .nan

  /// Yaw angular speed, rad/s.
  package var yawspeed: Float = .nan

  /// 3x3 covariance, row by row: roll, pitch, yaw.
  ///
  /// NaN in the first element if unknown.
  package var covariance = [Float](repeating: .nan, count: 9)

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeUsec)
    coder.code(&q)
    coder.code(&rollspeed)
    coder.code(&pitchspeed)
    coder.code(&yawspeed)
    coder.code(&covariance)
  }
}
