/// Constraint of the body's motion in relation to its forward axis.
///
/// A course is a direction of motion, not a heading; only the non-holonomic constraint of a vehicle
/// that moves forward or backward relates them.
public enum MotionConstraint: UInt8, Sendable, Hashable, CaseIterable {
  /// Not configured: nothing is assumed.
  case unknown

  /// Along the forward axis only, forward or backward: cars, rovers, bicycles.
  case forward

  /// In any direction: boats in a current, aircraft in wind, hand-held devices.
  case free

  /// The constraint with a name; `nil` if there is none.
  public init?(name: String) {
    guard let constraint = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = constraint
  }

  /// The name in configurations and in the protocol.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .forward: "forward"
    case .free: "free"
    }
  }
}
