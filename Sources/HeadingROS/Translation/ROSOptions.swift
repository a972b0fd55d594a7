/// Choices of a robot's builder about the messages.
public struct ROSOptions: Sendable, Hashable {
  /// The north of `sensor_msgs/Imu`.
  public enum North: String, Sendable, Hashable, CaseIterable {
    /// Magnetic north, as the attitude of an update.
    case magnetic
    /// True north: the attitude turned by the declination, withheld without it.
    case `true`
  }

  /// The north of `sensor_msgs/Imu`; what is expressed in the frame ``map`` always has true north.
  public var north = North.magnetic

  /// The body frame: x forward, y left, z up (REP 103), after the mount matrices.
  public var base = "base_link"

  /// The earth frame of positions: x east, y north, z up at the first position (REP 105).
  public var map = "map"

  /// Makes the options with their defaults.
  public init() {}
}
