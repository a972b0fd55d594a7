/// Names of the stored calibration profiles: the answer to the command `profiles`.
public struct ProfilesMessage: Sendable, Hashable, Codable {
  /// `profiles`.
  public var kind: String

  /// The names, as `use_profile` accepts them.
  public var profiles: [String]

  /// Creates the line.
  public init(_ profiles: [String]) {
    kind = LineClass.profiles.rawValue
    self.profiles = profiles
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case profiles
  }
}
