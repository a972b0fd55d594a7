public import HeadingGeometry
public import HeadingSensing

/// The samples of one time, as input of the smoother; `nil` for a sensor without one.
public struct OrientationRow: Sendable, Hashable {
  /// Time of validity of the samples.
  public var time: BootTime

  /// Angular rate, rad/s, body frame.
  public var angularRate: Vector3?

  /// Specific force, m/s², body frame, +g along up at rest.
  public var acceleration: Vector3?

  /// Magnetic field, T, body frame, calibrated.
  public var magneticField: Vector3?

  /// Velocity from another source, m/s, magnetic ENU.
  public var velocity: Vector3?

  /// Temperature of the gyroscope, K.
  public var temperature: Double?

  /// Strength of the magnetic model's field, T, if the place is known.
  public var fieldStrength: Double?

  /// Inclination of the magnetic model's field, positive down, if the place is known.
  public var fieldInclination: Angle?

  /// Creates a row without samples.
  public init(time: BootTime) { self.time = time }
}
