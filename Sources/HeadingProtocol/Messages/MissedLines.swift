/// Number of updates dropped for a slow reader, sent before the newest update.
public struct MissedLines: Sendable, Hashable, Codable {
  /// `missed`.
  public var kind: String

  /// Updates dropped since the last line.
  public var count: Int

  /// Creates the line.
  public init(count: Int) {
    kind = LineClass.missed.rawValue
    self.count = count
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case count
  }
}
