public import HeadingProtocol

/// Agent that asks the user authorization questions.
public protocol AuthorizationAgent: Sendable {
  /// Whether the agent can ask now.
  var canAsk: Bool { get }

  /// Asks a question and waits for the answer.
  ///
  /// - Parameter question: The question.
  /// - Returns: The answer; `nil` if the user could not be asked and nothing is decided.
  func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer?
}

extension AuthorizationAgent {
  /// True by default.
  public var canAsk: Bool { true }
}

/// An authorization question to the user.
public struct AuthorizationQuestion: Sendable, Hashable {
  /// What the program requests.
  public enum Kind: String, Sendable, Hashable {
    /// Position while the program runs.
    case whenInUse = "when_in_use"

    /// Position at any time.
    case always

    /// Position at any time, after the grant `whenInUse`.
    case upgrade

    /// Full accuracy, until the program ends.
    case fullAccuracy = "full_accuracy"
  }

  /// What the program requests.
  public var kind: Kind

  /// The executable's path.
  public var program: String

  /// The purpose in the program's own words; `nil` if it gives none.
  public var purpose: String?

  /// Creates a question.
  public init(kind: Kind, program: String, purpose: String?) {
    self.kind = kind
    self.program = program
    self.purpose = purpose
  }
}
