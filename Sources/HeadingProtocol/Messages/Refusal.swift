/// The last line before the server closes a connection, with the reason.
public struct Refusal: Sendable, Hashable, Codable {
  /// `error`.
  public var kind: String

  /// One sentence for the user.
  public var reason: String

  /// Creates the line.
  public init(_ reason: String) {
    kind = LineClass.error.rawValue
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case reason
  }
}
