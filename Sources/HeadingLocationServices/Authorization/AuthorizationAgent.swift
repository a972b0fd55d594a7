/// Asks the user.
public protocol AuthorizationAgent: Sendable {
  /// Asks, and waits for the answer.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The answer; `nil` if nobody could be asked, and nothing is decided.
  func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer?
}

/// What a user is asked.
public struct AuthorizationQuestion: Sendable, Hashable {
  /// What is wanted.
  public enum Kind: Sendable, Hashable {
    /// To know the place while the program runs.
    case whenInUse

    /// To know it at any time.
    case always

    /// To know it at any time, after the user said: while it runs.
    case upgrade

    /// To know it exactly, this time.
    case fullAccuracy
  }

  /// What is wanted.
  public var kind: Kind

  /// The executable's path.
  public var program: String

  /// Why, in the program's own words; `nil` if it does not say.
  public var purpose: String?
}

/// What a user answers.
public enum AuthorizationAnswer: Sendable, Hashable {
  /// At any time.
  case always

  /// While the program runs; for an upgrade: leave it at that.
  case whenInUse

  /// This time only; for full accuracy: yes.
  case once

  /// No.
  case deny
}
