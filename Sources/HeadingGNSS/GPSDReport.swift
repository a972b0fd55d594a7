/// One line of gpsd's JSON protocol, with the classes that a heading service uses.
///
/// The key `class` names the kind of a report. Each release adds classes and keys; unknown ones are
/// ignored.
public enum GPSDReport: Sendable, Hashable {
  /// `VERSION`, the greeting, with the daemon's release.
  case version(release: String)

  /// `DEVICES`, the paths of the receivers that gpsd reads.
  case devices([String])

  /// `TPV`, time, position, velocity.
  case position(PositionReport)

  /// `ATT`, attitude; used from a receiver with a dual antenna.
  case attitude(AttitudeReport)

  /// `ERROR`, gpsd's answer to a faulty request.
  case error(String)

  /// An unused class.
  case other(String)
}
