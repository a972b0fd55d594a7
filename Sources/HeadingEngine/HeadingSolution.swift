public import HeadingEstimation
public import HeadingGeometry
public import HeadingNavigation
public import HeadingSensing

/// The output of the engine at one time; each value is known or has the reasons why it is not.
public struct HeadingSolution: Sendable, Hashable {
  /// Time of validity: the newest sample's.
  public var time: BootTime

  /// Time of validity in UTC; missing without a trusted clock.
  public var universalTime: Availability<UniversalTime>

  /// Usability of the heading.
  public var status: SolutionStatus

  /// The reasons why the heading or other values are missing or degraded.
  public var reasons: Reasons

  /// Whether any input of the solution is simulated.
  public var isSimulated = false

  /// Heading of ``headingAxis`` from magnetic north.
  public var magneticHeading: Availability<Heading<MagneticNorth>>

  /// Heading of ``headingAxis`` from true north.
  public var trueHeading: Availability<Heading<TrueNorth>>

  /// Source of the headings.
  public var headingSource: HeadingSource

  /// The body axis that the headings refer to.
  public var headingAxis: HeadingAxis

  /// The terms of the magnetic heading's bound, 68 % each.
  public var headingErrorTerms: HeadingErrorTerms

  /// Bound of the magnetic heading's error with 68 % coverage.
  public var headingAccuracy: Availability<Angle>

  /// Bound of the magnetic heading's error with 95 % coverage.
  public var headingAccuracy95: Availability<Angle>

  /// Bound of the true heading's error with 68 % coverage.
  public var trueHeadingAccuracy: Availability<Angle>

  /// Declination of the magnetic model, positive east.
  public var declination: Availability<Angle>

  /// 1σ of the declination: the excess of ``trueHeadingAccuracy`` over ``headingAccuracy``, in
  /// quadrature.
  ///
  /// The model states it; it grows near the end of the model's validity, and beyond it.
  public var declinationAccuracy: Availability<Angle>

  /// Strength, T, and inclination, positive down, of the magnetic model's field here; `nil` without a place and a date.
  public var modelField: ModelField?

  /// A field of the magnetic model.
  public struct ModelField: Sendable, Hashable {
    /// Total strength, T.
    public var strength: Double

    /// Inclination, positive down.
    public var inclination: Angle
  }

  /// Deviation here before its correction by the calibration's deviation card, positive east; `nil`
  /// without one.
  ///
  /// The magnetic heading is already corrected by it.
  public var deviation: Angle?

  /// Attitude, body to magnetic ENU.
  public var attitude: Availability<Quaternion>

  /// Covariance of the attitude's error as a small rotation about the earth frame's axes (east,
  /// magnetic north, up), rad²; the heading's variance is that of a uniform direction if the heading
  /// is missing.
  public var attitudeCovariance: Availability<Matrix3>

  /// Elevation of the forward axis, positive nose up.
  public var pitch: Availability<Angle>

  /// Turn about the forward axis, positive right side down.
  public var roll: Availability<Angle>

  /// 1σ of the pitch.
  public var pitchAccuracy: Availability<Angle>

  /// 1σ of the roll; it grows towards a vertical forward axis.
  public var rollAccuracy: Availability<Angle>

  /// Newest acceleration without gravity, m/s², body frame: the calibrated specific force less
  /// standard gravity along the attitude's up.
  ///
  /// It contains the accelerometer's noise and bias, and gravity times the sine of the tilt error.
  public var linearAcceleration: Availability<Vector3>

  /// Angular rate without the gyroscope's bias, rad/s, body frame.
  public var rotationRate: Availability<Vector3>

  /// Calibrated magnetic flux density, T, body frame.
  public var field: Availability<Vector3>

  /// Inclination of the measured field below the horizontal, positive down.
  public var inclination: Availability<Angle>

  /// Position of the device.
  public var coordinate: Availability<Coordinate>

  /// Height above mean sea level, m; from the geoid if only the other height is known.
  public var altitude: Availability<Double>

  /// Height above the WGS 84 ellipsoid, m; from the geoid if only the other height is known.
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

  /// Direction of the velocity over ground, which may differ from the heading.
  public var course: Availability<Heading<TrueNorth>>

  /// 68 % error of the course.
  public var courseAccuracy: Availability<Angle>

  /// Seconds since the newest fix in use was valid.
  public var fixAge: Availability<Double>

  /// Time until the horizontal accuracy exceeds the configured limit while coasting, s.
  public var coastingTime: Availability<Double>

  /// Recent sources of position, velocity and altitude.
  public var navigationSources: NavigationSources

  /// Absolute pressure, Pa.
  public var pressure: Availability<Double>

  /// Height above the start of the estimate, m.
  public var relativeAltitude: Availability<Double>

  /// Upward speed, m/s.
  public var climbRate: Availability<Double>

  /// 68 % error of the upward speed, m/s.
  public var climbRateAccuracy: Availability<Double>

  /// Vertical displacement by waves; `nil` if it is not computed.
  public var heave: Availability<Heave>?

  /// Statistics of the motion in waves; `nil` if they are not computed, or not known yet.
  public var seaState: SeaState?

  /// Creates a solution in which every value is missing for the given reasons.
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
    attitudeCovariance = .missing(reasons)
    pitch = .missing(reasons)
    roll = .missing(reasons)
    pitchAccuracy = .missing(reasons)
    rollAccuracy = .missing(reasons)
    linearAcceleration = .missing(reasons)
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
