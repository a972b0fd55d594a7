/// What a server can be asked for; a client reads it from the greeting.
public enum Capability: String, Sendable, Hashable, CaseIterable {
  /// Updates flow from the start, without a request.
  case updates

  /// The request's key `rate` is understood.
  case rate

  /// The request's keys `heading_filter` and `distance_filter` are understood.
  case filters

  /// The request's key `contents` is understood.
  case contents

  /// The request's key `delivery` is understood.
  case delivery

  /// Commands are understood, see ``Command``.
  case commands

  /// The content `recording` can be asked for.
  case recording

  /// The request's key `authorization` and the commands about it are understood.
  case authorization
}
