public import HeadingGeometry
public import HeadingSensing

/// What the sensors said at one moment, for the smoother; `nil` for a sensor that said nothing.
public struct OrientationRow: Sendable, Hashable {
  /// The moment of the samples.
  public var time: BootTime

  /// Angular rate, rad/s, body frame.
  public var angularRate: Vector3?

  /// Specific force, m/s², body frame, +g along up at rest.
  public var acceleration: Vector3?

  /// Magnetic field, T, body frame, calibrated.
  public var magneticField: Vector3?

  /// Velocity from elsewhere, m/s, magnetic ENU.
  public var velocity: Vector3?

  /// Temperature of the gyroscope, K.
  public var temperature: Double?

  /// Strength of the magnetic model's field, T, where the place is known.
  public var fieldStrength: Double?

  /// Inclination of the magnetic model's field, positive down, where the place is known.
  public var fieldInclination: Angle?

  /// Makes a row in which no sensor has said anything.
  public init(time: BootTime) { self.time = time }
}
