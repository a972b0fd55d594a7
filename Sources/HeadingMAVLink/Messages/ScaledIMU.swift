/// Sensors of an autopilot in integer units, forward, right, down.
package struct ScaledIMU: MAVLinkMessage {
  package static let name = "SCALED_IMU"
  package static let identifier: UInt32 = 26
  package static let checksumExtra: UInt8 = 170

  /// Time since boot, ms.
  package var timeBootMs: UInt32 = 0

  /// X acceleration, mG.
  package var xacc: Int16 = 0

  /// Y acceleration, mG.
  package var yacc: Int16 = 0

  /// Z acceleration, mG.
  package var zacc: Int16 = 0

  /// Angular speed around X axis, mrad/s.
  package var xgyro: Int16 = 0

  /// Angular speed around Y axis, mrad/s.
  package var ygyro: Int16 = 0

  /// Angular speed around Z axis, mrad/s.
  package var zgyro: Int16 = 0

  /// X Magnetic field, mgauss.
  package var xmag: Int16 = 0

  /// Y Magnetic field, mgauss.
  package var ymag: Int16 = 0

  /// Z Magnetic field, mgauss.
  package var zmag: Int16 = 0

  /// Temperature, cdegC; 0 if unknown.
  package var temperature: Int16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeBootMs)
    coder.code(&xacc)
    coder.code(&yacc)
    coder.code(&zacc)
    coder.code(&xgyro)
    coder.code(&ygyro)
    coder.code(&zgyro)
    coder.code(&xmag)
    coder.code(&ymag)
    coder.code(&zmag)
    coder.code(&temperature)
  }
}
