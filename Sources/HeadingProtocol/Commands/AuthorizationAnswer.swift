/// A user's answer to an authorization question.
public enum AuthorizationAnswer: String, Sendable, Hashable, Codable {
  /// Granted at any time.
  case always

  /// Granted while the program runs; for an upgrade to `always`: stays at that.
  case whenInUse = "when_in_use"

  /// Granted this time only; for full accuracy: yes.
  case once

  /// Denied.
  case deny
}
