public import HeadingGeometry
public import HeadingSensing

/// What the navigation filter knows at one moment.
///
/// Deviations are 1σ.
public struct NavigationEstimate: Sendable, Hashable {
  /// The moment.
  public var time: BootTime

  /// The place; `nil` before the first fix.
  public var coordinate: Coordinate?

  /// Radius that holds the place with 68 % probability, m.
  public var horizontalAccuracy = 0.0

  /// Height above mean sea level, m; `nil` if neither pressure nor fix has told.
  public var altitude: Double?

  /// 1σ of the altitude, m.
  public var altitudeDeviation = 0.0

  /// The filtered pressure altitude, m: what relative altitudes are differences of; `nil` without pressure.
  public var pressureAltitude: Double?

  /// 1σ of the filtered pressure altitude, m.
  public var pressureAltitudeDeviation = 0.0

  /// Pressure altitude less altitude, m: the reference learnt.
  public var pressureOffset = 0.0

  /// Velocity over ground, m/s, true ENU; east and north are 0 before the first fix.
  public var velocity = Vector3.zero

  /// 1σ of the horizontal velocity, an axis, m/s.
  public var velocityDeviation = 0.0

  /// 1σ of the upward speed, m/s.
  public var climbRateDeviation = 0.0

  /// Attitude, body to *true* ENU; `nil` unless ``isAligned``.
  public var attitude: Quaternion?

  /// 1σ of the heading, rad.
  public var headingDeviation = Double.pi

  /// Whether the inertial sensors carry attitude, velocity and position.
  public var isAligned = false

  /// Whether the device is at rest.
  public var isAtRest = false

  /// Whether the vehicle is taken to move along its forward axis only.
  public var movesForward = false

  /// Seconds since the newest fix that was used was valid; `nil` before the first.
  public var fixAge: Double?

  /// What the estimate was made from lately.
  public var sources: NavigationSources = []

  /// What is wrong with the fixes.
  public var reasons: Reasons = []

  /// Makes an estimate of which nothing is known.
  public init(time: BootTime) { self.time = time }
}
