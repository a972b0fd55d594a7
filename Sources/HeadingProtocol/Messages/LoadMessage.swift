/// The accepted load of the vehicle: the answer to the command `load`.
public struct LoadMessage: Sendable, Hashable, Codable {
  /// `load`.
  public var kind: String

  /// The load, in the sender's unit.
  public var value: Double

  /// Creates the line.
  public init(_ value: Double) {
    kind = LineClass.load.rawValue
    self.value = value
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case value
  }
}
