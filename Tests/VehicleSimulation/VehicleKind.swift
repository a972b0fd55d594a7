public import HeadingSensing

/// The simulated vehicles; each is difficult for navigation in another respect.
public enum VehicleKind: String, Sendable, Hashable, CaseIterable {
  /// A pedestrian with a hand-held device that swings and does not point along the course.
  case walker = "walker"

  /// A robot with short legs and turns in place; its motors disturb the field.
  case rover = "rover"

  /// A boat in waves and a current: it rolls, pitches, heaves and yaws, and its course differs from its heading.
  case boat = "boat"

  /// A car with curves, stops and hills.
  case car = "car"

  /// A glider that circles with 35° of bank, then flies straight, in a wind.
  case glider = "glider"

  /// Constraint of the motion to the forward axis.
  public var motion: MotionConstraint {
    switch self {
    case .rover, .car: .forward
    case .walker, .boat, .glider: .free
    }
  }
}
