public import HeadingGeometry
public import HeadingSensing

/// Ground truth of a simulated vehicle.
public struct VehicleTruth: Sendable, Hashable {
  /// Time.
  public var time: BootTime

  /// Position.
  public var coordinate: Coordinate

  /// Height above mean sea level, m.
  public var altitude: Double

  /// Velocity over ground, m/s, true ENU.
  public var velocity: Vector3

  /// Attitude, body to true ENU.
  public var attitude: Quaternion

  /// Heading of the forward axis.
  public var heading: Heading<TrueNorth>

  /// Distance travelled since the start, m.
  public var distance: Double
}
