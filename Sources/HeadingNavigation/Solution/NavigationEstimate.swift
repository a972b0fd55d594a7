public import HeadingGeometry
public import HeadingSensing

/// The solution of the navigation filter at one moment.
///
/// Deviations are 1σ.
public struct NavigationEstimate: Sendable, Hashable {
  /// Time of validity.
  public var time: BootTime

  /// Position; `nil` before the first fix.
  public var coordinate: Coordinate?

  /// Radius that contains the position with 68 % probability, m.
  public var horizontalAccuracy = 0.0

  /// Altitude above mean sea level, m; `nil` before the first pressure or fix altitude.
  public var altitude: Double?

  /// 1σ of the altitude, m.
  public var altitudeDeviation = 0.0

  /// Filtered pressure altitude, m, for relative altitudes; `nil` without pressure.
  public var pressureAltitude: Double?

  /// 1σ of the filtered pressure altitude, m.
  public var pressureAltitudeDeviation = 0.0

  /// Estimated pressure altitude minus altitude, m.
  public var pressureOffset = 0.0

  /// Velocity over ground, m/s, true ENU; east and north are 0 before the first fix.
  public var velocity = Vector3.zero

  /// 1σ of the horizontal velocity per axis, m/s.
  public var velocityDeviation = 0.0

  /// 1σ of the climb rate, m/s.
  public var climbRateDeviation = 0.0

  /// Attitude, body to *true* ENU; `nil` unless ``isAligned``.
  public var attitude: Quaternion?

  /// 1σ of the heading, rad.
  public var headingDeviation = Double.pi

  /// Whether attitude, velocity and position are propagated with the inertial sensors.
  public var isAligned = false

  /// Whether the device is at rest.
  public var isAtRest = false

  /// Whether the vehicle is assumed to move along its forward axis only.
  public var movesForward = false

  /// Age of the newest used fix, s; `nil` before the first.
  public var fixAge: Double?

  /// Recently used sources.
  public var sources: NavigationSources = []

  /// Faults of the fixes.
  public var reasons: Reasons = []

  /// Makes an estimate without data.
  public init(time: BootTime) { self.time = time }
}
