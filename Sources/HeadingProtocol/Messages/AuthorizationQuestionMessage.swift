/// A question of a program to its user, for an agent to ask.
public struct AuthorizationQuestionMessage: Sendable, Hashable, Codable {
  /// `question`.
  public var kind: String

  /// The number under which it is answered.
  public var question: UInt64

  /// `when_in_use`, `always`, `upgrade` (from `when_in_use` to `always`) or `full_accuracy`.
  public var wish: String

  /// The executable's path.
  public var program: String

  /// The user it runs as, by number.
  public var user: UInt32

  /// Why, in the program's own words; `nil` if it does not say.
  public var purpose: String?

  /// False once it was answered or the program has ended.
  public var isOpen: Bool

  /// Makes a question.
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
