/// A user's decision about a program's access to location.
public enum AuthorizationGrant: String, Sendable, Hashable, Codable {
  /// No decision yet.
  case notDetermined = "not_determined"

  /// Denied by the administrator; the user cannot change it.
  case restricted

  /// Denied.
  case denied

  /// Granted at any time.
  case always

  /// Granted while the program runs.
  case whenInUse = "when_in_use"
}
