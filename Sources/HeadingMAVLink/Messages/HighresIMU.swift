/// Sensors in SI units and gauss, forward, right, down.
package struct HighresIMU: MAVLinkMessage {
  package static let name = "HIGHRES_IMU"
  package static let identifier: UInt32 = 105
  package static let checksumExtra: UInt8 = 93

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// X acceleration, m/s/s.
  package var xacc: Float = .nan

  /// Y acceleration, m/s/s.
  package var yacc: Float = .nan

  /// Z acceleration, m/s/s.
  package var zacc: Float = .nan

  /// Angular speed around X axis, rad/s.
  package var xgyro: Float = .nan

  /// Angular speed around Y axis, rad/s.
  package var ygyro: Float = .nan

  /// Angular speed around Z axis, rad/s.
  package var zgyro: Float = .nan

  /// X Magnetic field, gauss.
  package var xmag: Float = .nan

  /// Y Magnetic field, gauss.
  package var ymag: Float = .nan

  /// Z Magnetic field, gauss.
  package var zmag: Float = .nan

  /// Absolute pressure, hPa.
  package var absPressure: Float = .nan

  /// Differential pressure, hPa.
  package var diffPressure: Float = .nan

  /// Altitude calculated from pressure.
  package var pressureAlt: Float = .nan

  /// Temperature, degC.
  package var temperature: Float = .nan

  /// HIGHRES_IMU_UPDATED_FLAGS bits: the fields that have a value.
  package var fieldsUpdated: UInt16 = 0

  /// Number of the sensor, from 0.
  package var id: UInt8 = 0

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
    coder.code(&absPressure)
    coder.code(&diffPressure)
    coder.code(&pressureAlt)
    coder.code(&temperature)
    coder.code(&fieldsUpdated)
    coder.code(&id)
  }
}
