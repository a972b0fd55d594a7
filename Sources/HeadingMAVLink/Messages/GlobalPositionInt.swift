/// Estimated position, velocity and heading.
package struct GlobalPositionInt: MAVLinkMessage {
  package static let name = "GLOBAL_POSITION_INT"
  package static let identifier: UInt32 = 33
  package static let checksumExtra: UInt8 = 104

  /// Time since boot, ms.
  package var timeBootMs: UInt32 = 0

  /// Latitude, WGS 84.
  package var lat: Int32 = 0

  /// Longitude, WGS 84.
  package var lon: Int32 = 0

  /// Altitude above mean sea level, mm.
  package var alt: Int32 = 0

  /// Altitude above home, mm.
  package var relativeAlt: Int32 = 0

  /// Ground X Speed (Latitude, positive north), cm/s.
  package var vx: Int16 = 0

  /// Ground Y Speed (Longitude, positive east), cm/s.
  package var vy: Int16 = 0

  /// Ground Z Speed (Altitude, positive down), cm/s.
  package var vz: Int16 = 0

  /// Heading, 0 to 35999, cdeg; UINT16_MAX if unknown.
  package var hdg: UInt16 = .max

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&timeBootMs)
    coder.code(&lat)
    coder.code(&lon)
    coder.code(&alt)
    coder.code(&relativeAlt)
    coder.code(&vx)
    coder.code(&vy)
    coder.code(&vz)
    coder.code(&hdg)
  }
}
