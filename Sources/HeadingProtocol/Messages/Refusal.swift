/// The last line before the server closes a connection by itself: why.
public struct Refusal: Sendable, Hashable, Codable {
  /// `error`.
  public var kind: String

  /// One sentence for people.
  public var reason: String

  /// Makes the line.
  public init(_ reason: String) {
    kind = LineClass.error.rawValue
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case reason
  }
}
