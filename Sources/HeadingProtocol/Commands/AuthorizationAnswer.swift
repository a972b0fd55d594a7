/// A user's answer to an authorization question.
public enum AuthorizationAnswer: String, Sendable, Hashable, Codable {
  /// Granted at any time.
  case always

  /// Granted while the program runs; as the answer to an upgrade it keeps this grant.
  case whenInUse = "when_in_use"

  /// Granted this time only; also the grant of full accuracy.
  case once

  /// Denied.
  case deny
}
