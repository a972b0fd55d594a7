/// The outputs that a configuration can name.
package enum OutputKinds {
  /// Their kinds, in the order of their start.
  package static let all: [any HeadingOutput.Type] = [
    NMEAOutput.self, MAVLinkOutput.self, SignalKOutput.self, DBusOutput.self,
    NMEA2000Output.self, MQTTOutput.self,
  ]
}
