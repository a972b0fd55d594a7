/// What happens to a client that does not keep up.
public enum Delivery: String, Sendable, Hashable, CaseIterable, Codable {
  /// It gets the newest update and the count of those it missed.
  case newest

  /// It gets every line, and is cut off when too many wait.
  case all
}
