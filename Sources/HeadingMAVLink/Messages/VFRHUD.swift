/// Values for the instruments of a pilot.
package struct VFRHUD: MAVLinkMessage {
  package static let name = "VFR_HUD"
  package static let identifier: UInt32 = 74
  package static let checksumExtra: UInt8 = 20

  /// Speed in air, m/s.
  package var airspeed: Float = .nan

  /// Current ground speed, m/s.
  package var groundspeed: Float = .nan

  /// Current altitude (MSL), m.
  package var alt: Float = .nan

  /// Current climb rate, m/s.
  package var climb: Float = .nan

  /// Heading, 0 to 360, deg.
  package var heading: Int16 = 0

  /// Current throttle setting (0 to 100), %.
  package var throttle: UInt16 = 0

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&airspeed)
    coder.code(&groundspeed)
    coder.code(&alt)
    coder.code(&climb)
    coder.code(&heading)
    coder.code(&throttle)
  }
}
