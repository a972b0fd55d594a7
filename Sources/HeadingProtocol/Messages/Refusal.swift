/// The last line before the server closes a connection, with the reason.
public struct Refusal: Sendable, Hashable, Codable {
  /// `error`.
  public var kind: String

  /// One sentence for the user.
  public var reason: String

  /// The reason for programs, such as `access` or `connections`; daemons before 0.2.0 send none.
  public var code: String?

  /// Creates the line.
  public init(_ reason: String, code: String? = nil) {
    kind = LineClass.error.rawValue
    self.reason = reason
    self.code = code
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case reason, code
  }

  /// Decodes the line; a code of another kind, of a later version, counts as none.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    kind = try line.decode(String.self, forKey: .kind)
    reason = try line.decode(String.self, forKey: .reason)
    code = try? line.decode(String.self, forKey: .code)
  }
}
