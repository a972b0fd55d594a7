public import HeadingSensing

/// The vehicles that can be simulated, each hard for navigation in another way.
public enum VehicleKind: String, Sendable, Hashable, CaseIterable {
  /// A person with the device in the hand: it bobs, swings, and points beside the way.
  case walker = "walker"

  /// A robot that drives short legs and turns on the spot; its motors disturb the field.
  case rover = "rover"

  /// A boat in a seaway and a current: it rolls, pitches, heaves and yaws, and its course is not its heading.
  case boat = "boat"

  /// A car with bends, stops and hills.
  case car = "car"

  /// A glider that circles with 35° of bank, then flies straight, in a wind.
  case glider = "glider"

  /// How it moves in relation to its forward axis.
  public var motion: MotionConstraint {
    switch self {
    case .rover, .car: .forward
    case .walker, .boat, .glider: .free
    }
  }
}
