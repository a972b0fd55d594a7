/// Usability of a heading.
public enum SolutionStatus: UInt8, Sendable, Hashable, CaseIterable {
  /// Heading and bound are usable.
  case valid

  /// The heading is usable, with a larger bound or without a normal check.
  case degraded

  /// No usable field: the gyroscope propagates the last good heading and the bound grows.
  case coasting

  /// There is no heading; the reasons say why.
  case invalid

  /// The name on the wire.
  public var name: String {
    switch self {
    case .valid: "valid"
    case .degraded: "degraded"
    case .coasting: "coasting"
    case .invalid: "invalid"
    }
  }
  /// The status of a name on the wire; `nil` for a name that is not known.
  public init?(name: String) {
    guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = status
  }
}
