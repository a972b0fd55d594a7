/// The calibration profiles that are kept: the answer to the command `profiles`.
public struct ProfilesMessage: Sendable, Hashable, Codable {
  /// `profiles`.
  public var kind: String

  /// Their names, as `use_profile` takes them.
  public var profiles: [String]

  /// Makes the line.
  public init(_ profiles: [String]) {
    kind = LineClass.profiles.rawValue
    self.profiles = profiles
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case profiles
  }
}
