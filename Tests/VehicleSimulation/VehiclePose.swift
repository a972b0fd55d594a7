public import HeadingGeometry

/// Attitude and velocity of a simulated vehicle at one moment.
public struct VehiclePose: Sendable, Hashable {
  /// Heading from true north, pitch and roll.
  public var angles: AttitudeAngles

  /// Velocity over ground, m/s, true ENU.
  public var velocity: Vector3

  /// Effort of the motors, 0…1.
  public var effort: Double

  /// Makes a pose.
  public init(angles: AttitudeAngles, velocity: Vector3, effort: Double = 0) {
    self.angles = angles
    self.velocity = velocity
    self.effort = effort
  }
}
