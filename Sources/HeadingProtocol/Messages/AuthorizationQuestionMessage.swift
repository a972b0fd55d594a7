/// Authorization question of a program to its user, to be asked by an agent.
public struct AuthorizationQuestionMessage: Sendable, Hashable, Codable {
  /// `question`.
  public var kind: String

  /// Number that identifies the question in the answer.
  public var question: UInt64

  /// `when_in_use`, `always`, `upgrade` (from `when_in_use` to `always`) or `full_accuracy`.
  public var wish: String

  /// The executable's path.
  public var program: String

  /// Number of the user it runs as.
  public var user: UInt32

  /// Reason in the program's words; `nil` if it gives none.
  public var purpose: String?

  /// False once it is answered or the program has ended.
  public var isOpen: Bool

  /// Creates a question.
  public init(question: UInt64, wish: String, program: String, user: UInt32, purpose: String?) {
    kind = LineClass.question.rawValue
    self.question = question
    self.wish = wish
    self.program = program
    self.user = user
    self.purpose = purpose
    isOpen = true
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case question, wish, program, user, purpose
    case isOpen = "open"
  }
}
