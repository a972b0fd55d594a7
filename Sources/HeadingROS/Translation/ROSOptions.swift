/// Choices of a robot's builder about the messages.
package struct ROSOptions: Sendable, Hashable {
  /// The north of `sensor_msgs/Imu`.
  package enum North: String, Sendable, Hashable, CaseIterable {
    /// Magnetic north, as the attitude of an update.
    case magnetic
    /// True north: the attitude turned by the declination, withheld without it.
    case `true`
  }

  /// The north of `sensor_msgs/Imu`. What is expressed in the frame ``map`` always has true north.
  package var north = North.magnetic

  /// The body frame: x forward, y left, z up (REP 103). The mount matrices have been applied.
  package var base = "base_link"

  /// The earth frame of positions: x east, y north, z up at the first position (REP 105).
  package var map = "map"

  /// Makes the options with their defaults.
  package init() {}
}
