/// Optional features of a server; the greeting lists them.
public enum Capability: String, Sendable, Hashable, CaseIterable {
  /// The server sends updates from the start, without a request.
  case updates

  /// The server accepts the request's key `rate`.
  case rate

  /// The server accepts the request's keys `heading_filter` and `distance_filter`.
  case filters

  /// The server accepts the request's key `contents`.
  case contents

  /// The server accepts the request's key `delivery`.
  case delivery

  /// The server accepts commands, see ``Command``.
  case commands

  /// The server offers the content `recording`.
  case recording

  /// The server accepts the request's key `authorization` and the commands about authorization.
  case authorization

  /// The server accepts the commands of a guided calibration, from ``Command/startCalibration(_:)`` on.
  case calibration
}
