/// Sensors of an autopilot; ArduPilot sends the units of `SCALED_IMU`.
package struct RawIMU: MAVLinkMessage {
  package static let name = "RAW_IMU"
  package static let identifier: UInt32 = 27
  package static let checksumExtra: UInt8 = 144

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// X acceleration (raw), mG.
  package var xacc: Int16 = 0

  /// Y acceleration (raw), mG.
  package var yacc: Int16 = 0

  /// Z acceleration (raw), mG.
  package var zacc: Int16 = 0

  /// Angular speed around X axis (raw), mrad/s.
  package var xgyro: Int16 = 0

  /// Angular speed around Y axis (raw), mrad/s.
  package var ygyro: Int16 = 0

  /// Angular speed around Z axis (raw), mrad/s.
  package var zgyro: Int16 = 0

  /// X Magnetic field (raw), mgauss.
  package var xmag: Int16 = 0

  /// Y Magnetic field (raw), mgauss.
  package var ymag: Int16 = 0

  /// Z Magnetic field (raw), mgauss.
  package var zmag: Int16 = 0

  /// Number of the sensor, from 0.
  package var id: UInt8 = 0

  /// Temperature, cdegC; 0 if unknown.
  package var temperature: Int16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeUsec)
    coder.code(&xacc)
    coder.code(&yacc)
    coder.code(&zacc)
    coder.code(&xgyro)
    coder.code(&ygyro)
    coder.code(&zgyro)
    coder.code(&xmag)
    coder.code(&ymag)
    coder.code(&zmag)
    coder.code(&id)
    coder.code(&temperature)
  }
}
