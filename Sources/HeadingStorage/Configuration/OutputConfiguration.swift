/// One further output; the section `outputs` has a list for each kind.
package enum OutputConfiguration: Sendable, Hashable {
  /// NMEA 0183 sentences.
  case nmea(NMEAConfiguration)

  /// Every output of the section.
  static func all(_ section: ConfigurationSection) -> [OutputConfiguration] {
    section.list("nmea") { NMEAConfiguration($0) }.compactMap { $0.map { .nmea($0) } }
  }
}
