/// What a server can be asked for; a client reads it from the greeting.
public enum Capability: String, Sendable, Hashable, CaseIterable {
  /// Updates flow from the start, without a request.
  case updates

  /// The request's key `rate` is understood.
  case rate
}
