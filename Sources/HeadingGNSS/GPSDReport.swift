/// One line of gpsd's JSON protocol, as far as a heading service needs it.
///
/// gpsd names the kind of a report in its key `class`; each release adds classes and keys, so what
/// is not known is passed over.
public enum GPSDReport: Sendable, Hashable {
  /// `VERSION`, the greeting, with the daemon's release.
  case version(release: String)

  /// `DEVICES`, the paths of the receivers that gpsd knows.
  case devices([String])

  /// `TPV`, time, position, velocity.
  case position(PositionReport)

  /// `ATT`, attitude; of use from a receiver with two antennas.
  case attitude(AttitudeReport)

  /// `ERROR`, what gpsd says about our request.
  case error(String)

  /// A class that is of no use here.
  case other(String)
}
