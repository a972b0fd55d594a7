/// What a person who carries the device does; several at once, or none that is known.
public struct MotionActivity: OptionSet, Sendable, Hashable {
  /// One bit per activity.
  public var rawValue: UInt8

  /// Creates a set of activities from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The device does not move, or the vehicle stands.
  public static let stationary = MotionActivity(rawValue: 1)
  /// On foot, walking.
  public static let walking = MotionActivity(rawValue: 2)
  /// On foot, running.
  public static let running = MotionActivity(rawValue: 4)
  /// On a bicycle, or in a vehicle of that speed.
  public static let cycling = MotionActivity(rawValue: 8)
  /// In a motor vehicle.
  public static let automotive = MotionActivity(rawValue: 16)

  /// The activities that exist.
  public static let all: MotionActivity = [.stationary, .walking, .running, .cycling, .automotive]
}

/// How likely an activity is the true one.
public enum ActivityConfidence: Int, Sendable, Hashable {
  /// A guess.
  case low = 0
  /// Some evidence.
  case medium
  /// Evidence by two sensors, or for a long time.
  case high
}
