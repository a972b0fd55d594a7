/// A fix for an autopilot, in place of that of a receiver of its own.
package struct GPSInput: MAVLinkMessage {
  package static let name = "GPS_INPUT"
  package static let identifier: UInt32 = 232
  package static let checksumExtra: UInt8 = 151

  /// Time since boot, or since 1970: the receiver distinguishes them by magnitude, µs.
  package var timeUsec: UInt64 = 0

  /// GPS time (from start of GPS week), ms.
  package var timeWeekMs: UInt32 = 0

  /// Latitude, WGS 84.
  package var lat: Int32 = 0

  /// Longitude, WGS 84.
  package var lon: Int32 = 0

  /// Altitude above mean sea level, m.
  package var alt: Float = .nan

  /// Horizontal dilution of position; UINT16_MAX if unknown.
  package var hdop: Float = Float(UInt16.max)

  /// Vertical dilution of position; UINT16_MAX if unknown.
  package var vdop: Float = Float(UInt16.max)

  /// GPS velocity in north direction in earth-fixed NED frame, m/s.
  package var vn: Float = .nan

  /// GPS velocity in east direction in earth-fixed NED frame, m/s.
  package var ve: Float = .nan

  /// GPS velocity in down direction in earth-fixed NED frame, m/s.
  package var vd: Float = .nan

  /// GPS speed accuracy, m/s.
  package var speedAccuracy: Float = .nan

  /// GPS horizontal accuracy, m.
  package var horizAccuracy: Float = .nan

  /// GPS vertical accuracy, m.
  package var vertAccuracy: Float = .nan

  /// GPS_INPUT_IGNORE_FLAGS bits: the fields without a value.
  package var ignoreFlags: UInt16 = 0

  /// GPS week number.
  package var timeWeek: UInt16 = 0

  /// Number of the receiver, from 0.
  package var gpsId: UInt8 = 0

  /// Kind of fix: 0 and 1 none, 2 two-dimensional, 3 three-dimensional, 4 DGPS, 5 RTK.
  package var fixType: UInt8 = 0

  /// Satellites in view; UINT8_MAX if unknown.
  package var satellitesVisible: UInt8 = .max

  /// Yaw from north, 36000 for north, cdeg; 0 if not available.
  package var yaw: UInt16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeUsec)
    coder.code(&timeWeekMs)
    coder.code(&lat)
    coder.code(&lon)
    coder.code(&alt)
    coder.code(&hdop)
    coder.code(&vdop)
    coder.code(&vn)
    coder.code(&ve)
    coder.code(&vd)
    coder.code(&speedAccuracy)
    coder.code(&horizAccuracy)
    coder.code(&vertAccuracy)
    coder.code(&ignoreFlags)
    coder.code(&timeWeek)
    coder.code(&gpsId)
    coder.code(&fixType)
    coder.code(&satellitesVisible)
    coder.code(&yaw)
  }
}
