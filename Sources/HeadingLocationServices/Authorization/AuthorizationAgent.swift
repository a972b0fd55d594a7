public import HeadingProtocol

/// Asks the user.
public protocol AuthorizationAgent: Sendable {
  /// Whether anybody could be asked now.
  var canAsk: Bool { get }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The answer; `nil` if nobody could be asked, and nothing is decided.
  func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer?
}

extension AuthorizationAgent {
  /// Yes, unless an agent knows better.
  public var canAsk: Bool { true }
}

/// What a user is asked.
public struct AuthorizationQuestion: Sendable, Hashable {
  /// What is wanted.
  public enum Kind: String, Sendable, Hashable {
    /// To know the place while the program runs.
    case whenInUse = "when_in_use"

    /// To know it at any time.
    case always

    /// To know it at any time, after the user said: while it runs.
    case upgrade

    /// To know it exactly, this time.
    case fullAccuracy = "full_accuracy"
  }

  /// What is wanted.
  public var kind: Kind

  /// The executable's path.
  public var program: String

  /// Why, in the program's own words; `nil` if it does not say.
  public var purpose: String?

  /// Makes a question.
  public init(kind: Kind, program: String, purpose: String?) {
    self.kind = kind
    self.program = program
    self.purpose = purpose
  }
}
