public import HeadingGeometry
public import HeadingSensing

/// What is really so with a simulated vehicle.
public struct VehicleTruth: Sendable, Hashable {
  /// The moment.
  public var time: BootTime

  /// Where it is.
  public var coordinate: Coordinate

  /// Height above mean sea level, m.
  public var altitude: Double

  /// Velocity over ground, m/s, true ENU.
  public var velocity: Vector3

  /// Attitude, body to true ENU.
  public var attitude: Quaternion

  /// Heading of the forward axis.
  public var heading: Heading<TrueNorth>

  /// Metres gone since the start.
  public var distance: Double
}
