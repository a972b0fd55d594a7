/// The vehicle's load as it was taken: the answer to the command `load`.
public struct LoadMessage: Sendable, Hashable, Codable {
  /// `load`.
  public var kind: String

  /// The load, in the unit of whoever told it.
  public var value: Double

  /// Makes the line.
  public init(_ value: Double) {
    kind = LineClass.load.rawValue
    self.value = value
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case value
  }
}
