/// A scalar that is measured beside the sensors of a heading.
///
/// It is read about once a second from each IIO device that has a channel of its type, recorded,
/// and published with the other samples; the engine does not use it. A new quantity needs a file
/// with its traits in this folder, a case and a line in ``traits``.
public enum ScalarQuantity: UInt8, Sendable, Hashable, CaseIterable {
  /// Relative humidity of the air, %.
  case relativeHumidity

  /// Name, unit and IIO channel.
  public var traits: QuantityTraits {
    switch self {
    case .relativeHumidity: .relativeHumidity
    }
  }

  /// The quantity of a name; `nil` for an unknown one.
  public init?(name: String) {
    guard let quantity = Self.allCases.first(where: { $0.traits.name == name }) else { return nil }
    self = quantity
  }
}
