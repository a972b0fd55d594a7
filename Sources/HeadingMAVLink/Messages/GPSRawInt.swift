/// A fix of a GNSS receiver.
package struct GPSRawInt: MAVLinkMessage {
  package static let name = "GPS_RAW_INT"
  package static let identifier: UInt32 = 24
  package static let checksumExtra: UInt8 = 24

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// Latitude, WGS 84.
  package var lat: Int32 = 0

  /// Longitude, WGS 84.
  package var lon: Int32 = 0

  /// Altitude above mean sea level, mm.
  package var alt: Int32 = 0

  /// Horizontal dilution of position, times 100; UINT16_MAX if unknown.
  package var eph: UInt16 = .max

  /// Vertical dilution of position, times 100; UINT16_MAX if unknown.
  package var epv: UInt16 = .max

  /// Ground speed, cm/s; UINT16_MAX if unknown.
  package var vel: UInt16 = .max

  /// Course over ground, 0 to 35999, cdeg; UINT16_MAX if unknown.
  package var cog: UInt16 = .max

  /// GPS fix type.
  package var fixType: UInt8 = 0

  /// Satellites in view; UINT8_MAX if unknown.
  package var satellitesVisible: UInt8 = .max

  /// Altitude above the ellipsoid, mm.
  package var altEllipsoid: Int32 = 0

  /// Position uncertainty, mm.
  package var hAcc: UInt32 = 0

  /// Altitude uncertainty, mm.
  package var vAcc: UInt32 = 0

  /// Speed uncertainty, mm/s.
  package var velAcc: UInt32 = 0

  /// Heading / track uncertainty, degE5.
  package var hdgAcc: UInt32 = 0

  /// Yaw from north, 36000 for north, cdeg; 0 without one, UINT16_MAX if not available now.
  package var yaw: UInt16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeUsec)
    coder.code(&lat)
    coder.code(&lon)
    coder.code(&alt)
    coder.code(&eph)
    coder.code(&epv)
    coder.code(&vel)
    coder.code(&cog)
    coder.code(&fixType)
    coder.code(&satellitesVisible)
    coder.code(&altEllipsoid)
    coder.code(&hAcc)
    coder.code(&vAcc)
    coder.code(&velAcc)
    coder.code(&hdgAcc)
    coder.code(&yaw)
  }
}
