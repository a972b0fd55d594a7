/// The class of a beacon's distance.
package enum BeaconProximity: Int, Sendable, Hashable, Comparable {
  /// Below 0.5 m.
  case immediate
  /// Up to 3 m.
  case near
  /// Beyond.
  case far

  /// The upper ends of the classes, m.
  private static let ends = [0.5, 3.0]

  /// Factor beyond an end, 2 dB, at which a class is left, so that noise does not change it.
  private static let margin = 1.26

  /// Returns the class of a distance, m.
  ///
  /// - Parameters:
  ///   - distance: The distance.
  ///   - last: The class before; `nil` for none.
  /// - Returns: The class.
  package static func of(_ distance: Double, last: BeaconProximity?) -> BeaconProximity {
    var number = 0
    for (index, end) in ends.enumerated() {
      let factor = last.map { $0.rawValue > index ? 1 / margin : margin } ?? 1
      if distance > end * factor { number = index + 1 }
    }
    return BeaconProximity(rawValue: number) ?? .far
  }

  /// Whether a class is nearer.
  package static func < (one: BeaconProximity, other: BeaconProximity) -> Bool {
    one.rawValue < other.rawValue
  }
}
