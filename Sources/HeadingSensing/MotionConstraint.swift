/// How the body moves in relation to its forward axis.
///
/// A course is a direction of motion, never a heading; only where a vehicle cannot move otherwise than
/// forward or backward does the one tell of the other.
public enum MotionConstraint: UInt8, Sendable, Hashable, CaseIterable {
  /// Nobody has said: nothing is taken for granted.
  case unknown

  /// Along its forward axis only, forward or backward: cars, rovers, bicycles.
  case forward

  /// In any direction: boats in a current, aircraft in wind, hand-held devices.
  case free

  /// The constraint of a name; `nil` if there is none of it.
  public init?(name: String) {
    guard let constraint = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = constraint
  }

  /// The name in configurations and on the wire.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .forward: "forward"
    case .free: "free"
    }
  }
}
