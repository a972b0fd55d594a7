public import HeadingSensing

extension SolutionStatus: Decodable {
  /// Reads the name on the wire; one that a newer daemon may have added is not relied upon.
  public init(from decoder: any Decoder) throws {
    self = Self(name: try decoder.singleValueContainer().decode(String.self)) ?? .invalid
  }
}
