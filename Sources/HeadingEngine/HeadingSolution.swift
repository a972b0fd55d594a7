public import HeadingEstimation
public import HeadingGeometry
public import HeadingNavigation
public import HeadingSensing

/// Everything known at one moment; each value is there or says why it is not.
public struct HeadingSolution: Sendable, Hashable {
  /// The moment the solution is valid for: the newest sample's.
  public var time: BootTime

  /// The same moment in UTC; missing when nobody vouches for the clock.
  public var universalTime: Availability<UniversalTime>

  /// How far the heading can be trusted.
  public var status: SolutionStatus

  /// Why something is missing or worse than it could be: of the heading and of every value.
  public var reasons: Reasons

  /// Whether anything that the solution is made of was simulated.
  public var isSimulated = false

  /// Heading of ``headingAxis`` from magnetic north.
  public var magneticHeading: Availability<Heading<MagneticNorth>>

  /// Heading of ``headingAxis`` from true north.
  public var trueHeading: Availability<Heading<TrueNorth>>

  /// Where the headings come from.
  public var headingSource: HeadingSource

  /// The body axis the headings belong to.
  public var headingAxis: HeadingAxis

  /// What the bound of the magnetic heading is made of, 68 % each.
  public var headingErrorTerms: HeadingErrorTerms

  /// Bound that holds the magnetic heading's error with 68 % probability.
  public var headingAccuracy: Availability<Angle>

  /// Bound that holds the magnetic heading's error with 95 % probability.
  public var headingAccuracy95: Availability<Angle>

  /// Bound that holds the true heading's error with 68 % probability.
  public var trueHeadingAccuracy: Availability<Angle>

  /// Declination of the magnetic model, positive east.
  public var declination: Availability<Angle>

  /// 1σ error of the declination: what ``trueHeadingAccuracy`` has more than ``headingAccuracy``.
  ///
  /// The model's own; it grows near the end of the model's validity, and beyond it.
  public var declinationAccuracy: Availability<Angle>

  /// What the compass would be off by here without the card that is part of the calibration, positive east; `nil` without one.
  ///
  /// The magnetic heading is corrected by it already.
  public var deviation: Angle?

  /// Attitude, body to magnetic ENU.
  public var attitude: Availability<Quaternion>

  /// Elevation of the forward axis, positive nose up.
  public var pitch: Availability<Angle>

  /// Turn about the forward axis, positive right side down.
  public var roll: Availability<Angle>

  /// Angular rate without the gyroscope's bias, rad/s, body frame.
  public var rotationRate: Availability<Vector3>

  /// Calibrated magnetic flux density, T, body frame.
  public var field: Availability<Vector3>

  /// Inclination of the measured field below the horizontal, positive down.
  public var inclination: Availability<Angle>

  /// Where the device is.
  public var coordinate: Availability<Coordinate>

  /// Height above mean sea level, m; through the geoid where only the other height is known.
  public var altitude: Availability<Double>

  /// Height above the WGS 84 ellipsoid, m; through the geoid where only the other height is known.
  public var ellipsoidalAltitude: Availability<Double>

  /// 68 % radius of the coordinate, m.
  public var horizontalAccuracy: Availability<Double>

  /// 68 % error of both altitudes, m; the geoid's included where one is derived from the other.
  public var verticalAccuracy: Availability<Double>

  /// Velocity over ground, m/s, true ENU.
  public var velocity: Availability<Vector3>

  /// Speed over ground, m/s.
  public var speed: Availability<Double>

  /// 68 % error of the speed, m/s.
  public var speedAccuracy: Availability<Double>

  /// Direction of motion over ground; never the direction the body points to.
  public var course: Availability<Heading<TrueNorth>>

  /// 68 % error of the course.
  public var courseAccuracy: Availability<Angle>

  /// Seconds since the newest fix in use was valid.
  public var fixAge: Availability<Double>

  /// Without fixes: the seconds left until the horizontal accuracy passes the user's limit.
  public var coastingTime: Availability<Double>

  /// What position, velocity and altitude were made from lately.
  public var navigationSources: NavigationSources

  /// Absolute pressure, Pa.
  public var pressure: Availability<Double>

  /// Height above the place where the estimate began, m.
  public var relativeAltitude: Availability<Double>

  /// Upward speed, m/s.
  public var climbRate: Availability<Double>

  /// 68 % error of the upward speed, m/s.
  public var climbRateAccuracy: Availability<Double>

  /// Makes a solution in which everything is missing for the given reasons.
  public init(time: BootTime, missing reasons: Reasons) {
    self.time = time
    universalTime = .missing(.dateUnknown)
    status = .invalid
    self.reasons = reasons
    magneticHeading = .missing(reasons)
    trueHeading = .missing(reasons)
    headingAxis = .forward
    headingSource = .field
    headingErrorTerms = HeadingErrorTerms()
    headingAccuracy = .missing(reasons)
    headingAccuracy95 = .missing(reasons)
    trueHeadingAccuracy = .missing(reasons)
    declination = .missing(reasons)
    declinationAccuracy = .missing(reasons)
    attitude = .missing(reasons)
    pitch = .missing(reasons)
    roll = .missing(reasons)
    rotationRate = .missing(reasons)
    field = .missing(reasons)
    inclination = .missing(reasons)
    coordinate = .missing(reasons)
    altitude = .missing(reasons)
    ellipsoidalAltitude = .missing(reasons)
    horizontalAccuracy = .missing(reasons)
    verticalAccuracy = .missing(reasons)
    velocity = .missing(reasons)
    speed = .missing(reasons)
    speedAccuracy = .missing(reasons)
    course = .missing(reasons)
    courseAccuracy = .missing(reasons)
    fixAge = .missing(reasons)
    coastingTime = .missing(reasons)
    navigationSources = []
    pressure = .missing(reasons)
    relativeAltitude = .missing(reasons)
    climbRate = .missing(reasons)
    climbRateAccuracy = .missing(reasons)
  }

  /// Strength of the calibrated field, T.
  public var fieldStrength: Availability<Double> { field.map { $0.length } }
}
