/// Attitude by Euler angles, with angular rates.
package struct Attitude: MAVLinkMessage {
  package static let name = "ATTITUDE"
  package static let identifier: UInt32 = 30
  package static let checksumExtra: UInt8 = 39

  /// Time since boot, ms.
  package var timeBootMs: UInt32 = 0

  /// Roll angle (-pi..+pi), rad.
  package var roll: Float = .nan

  /// Pitch angle (-pi..+pi), rad.
  package var pitch: Float = .nan

  /// Yaw angle (-pi..+pi), rad.
  package var yaw: Float = .nan

  /// Roll angular speed, rad/s.
  package var rollspeed: Float = .nan

  /// Pitch angular speed, rad/s.
  package var pitchspeed: Float = .nan

  /// Yaw angular speed, rad/s.
  package var yawspeed: Float = .nan

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeBootMs)
    coder.code(&roll)
    coder.code(&pitch)
    coder.code(&yaw)
    coder.code(&rollspeed)
    coder.code(&pitchspeed)
    coder.code(&yawspeed)
  }
}
