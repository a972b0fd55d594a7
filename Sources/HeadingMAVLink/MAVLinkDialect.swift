/// The messages known here, a part of the dialect `common`.
package enum MAVLinkDialect {
  /// Their types.
  package static let messages: [any MAVLinkMessage.Type] = [
    Heartbeat.self, GPSRawInt.self, ScaledIMU.self, RawIMU.self, ScaledPressure.self,
    Attitude.self, GlobalPositionInt.self, AttitudeQuaternionCov.self, VFRHUD.self,
    HighresIMU.self, GPSInput.self, Odometry.self, CommandLong.self,
  ]

  /// CRC_EXTRA by the message's identifier.
  static let checksumExtras = Dictionary(
    messages.map { ($0.identifier, $0.checksumExtra) }, uniquingKeysWith: { first, _ in first })
}
