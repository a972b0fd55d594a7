/// The first line of a client whose server asks for a token, see ``Greeting/authentication``.
public struct Authentication: Sendable, Hashable, Codable {
  /// `authentication`.
  public var kind: String

  /// The token, a secret.
  public var token: String

  /// Creates the line.
  public init(token: String) {
    kind = LineClass.authentication.rawValue
    self.token = token
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case token
  }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
  /// A text without the token, so that none gets into a log.
  public var description: String { "authentication" }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
