/// What a slow reader did not get: the line before the newest state.
public struct MissedLines: Sendable, Hashable, Codable {
  /// `missed`.
  public var kind: String

  /// Updates that were left out since the last line.
  public var count: Int

  /// Makes the line.
  public init(count: Int) {
    kind = LineClass.missed.rawValue
    self.count = count
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case count
  }
}
