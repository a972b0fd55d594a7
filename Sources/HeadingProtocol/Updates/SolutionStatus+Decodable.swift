public import HeadingSensing

extension SolutionStatus: Decodable {
  /// Decodes the name in the protocol; an unknown name of a newer daemon counts as invalid.
  public init(from decoder: any Decoder) throws {
    self = Self(name: try decoder.singleValueContainer().decode(String.self)) ?? .invalid
  }
}
