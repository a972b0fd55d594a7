public import HeadingSensing

/// One update of the protocol: a JSON object in customary units.
///
/// Degrees, µT, metres, pascal; a missing value is `null`, and ``reasons`` gives the reason.
/// Property names become keys in snake case, `magnetic_heading` for ``magneticHeading``.
public struct SolutionMessage: Sendable, Hashable, Decodable {
  /// UTC of the solution, RFC 3339 with milliseconds; also missing if the clock's year has no such
  /// text.
  public var time: String?
  /// Seconds since boot of the newest sample.
  public var bootTime: Double
  /// Degrees clockwise from magnetic north, 0 <= value < 360.
  public var magneticHeading: Double?
  /// Degrees clockwise from true north, 0 <= value < 360.
  public var trueHeading: Double?
  /// 68 % bound of the magnetic heading, degrees.
  public var headingAccuracy: Double?
  /// 95 % bound of the magnetic heading, degrees.
  public var headingAccuracy95: Double?
  /// 68 % bound of the true heading, degrees.
  public var trueHeadingAccuracy: Double?
  /// Error budget of the accuracies; `nil` if the accuracy is not the engine's own.
  public var errorTerms: ErrorTermsMessage?
  /// The body axis whose heading it is: `+y`, `-z` or `+z`.
  public var headingAxis: String
  /// Declination, degrees, positive east.
  public var declination: Double?
  /// Elevation of the forward axis, degrees, positive nose up.
  public var pitch: Double?
  /// Rotation about the forward axis, degrees, positive right side down.
  public var roll: Double?
  /// 68 % error of the pitch, degrees.
  public var pitchAccuracy: Double?
  /// 68 % error of the roll, degrees.
  public var rollAccuracy: Double?
  /// Attitude [w, x, y, z], body to magnetic ENU.
  public var attitude: [Double]?
  /// Covariance of the attitude's error as a small rotation about east, magnetic north and up, rad²:
  /// nine numbers, row by row.
  public var attitudeCovariance: [Double]?
  /// Angular rate [x, y, z], degrees per second, body frame.
  public var rotationRate: [Double]?
  /// Acceleration without gravity [x, y, z], m/s², body frame.
  public var linearAcceleration: [Double]?
  /// Calibrated field [x, y, z], µT, body frame.
  public var field: [Double]?
  /// Strength of the calibrated field, µT.
  public var fieldStrength: Double?
  /// Dip of the measured field, degrees, positive down.
  public var inclination: Double?
  /// Latitude, degrees, positive north.
  public var latitude: Double?
  /// Longitude, degrees, positive east.
  public var longitude: Double?
  /// Height above mean sea level, m.
  public var altitude: Double?
  /// Height above the WGS 84 ellipsoid, m.
  public var ellipsoidalAltitude: Double?
  /// 68 % radius of the position, m.
  public var horizontalAccuracy: Double?
  /// 68 % error of the altitude, m.
  public var verticalAccuracy: Double?
  /// Speed over ground, m/s.
  public var speed: Double?
  /// Direction of motion over ground, degrees from true north.
  public var course: Double?
  /// Velocity over ground [east, north, up], m/s, true ENU.
  public var velocity: [Double]?
  /// 68 % error of the velocity along one axis, m/s.
  public var speedAccuracy: Double?
  /// 68 % error of the course, degrees.
  public var courseAccuracy: Double?
  /// Source of the headings: `magnetic_field`, `motion` or `external`.
  public var headingSource: String?
  /// Sources recently used for position, velocity and altitude, see `NavigationSources.catalogue`.
  public var sources: [String]?
  /// Age of the newest fix used, from its time of validity, s.
  public var fixAge: Double?
  /// Predicted seconds without fixes until the horizontal accuracy exceeds the user's limit.
  public var coastingTime: Double?
  /// Absolute pressure, Pa.
  public var pressure: Double?
  /// Height above the start, m.
  public var relativeAltitude: Double?
  /// Upward speed, m/s.
  public var climbRate: Double?
  /// 68 % error of the climb rate, m/s.
  public var climbRateAccuracy: Double?
  /// Heave and sea state; `nil` if the daemon does not compute them.
  public var waves: WavesMessage?
  /// Validity of the heading and its accuracy.
  public var status: SolutionStatus
  /// Names of the reasons, see `Reasons.catalogue`.
  public var reasons: [String]
  /// Whether a robot may steer by the heading: `ok`, `degraded`, `coast` or `stop`.
  public var steer: String?
  /// Seconds left for coasting while `steer` is `coast`.
  public var coastLeft: Double?
  /// The reasons known to this version: ``reasons`` without those of a newer daemon.
  public var knownReasons: Reasons { Reasons(names: reasons) }
  /// Whether the sensors are simulated.
  public var simulated: Bool
  /// Latency from the newest sample to this message, s.
  public var latency: Double

  /// Creates a message without measured values.
  public init(
    bootTime: Double, headingAxis: String, status: SolutionStatus, reasons: [String],
    simulated: Bool,
    latency: Double
  ) {
    self.bootTime = bootTime
    self.headingAxis = headingAxis
    self.status = status
    self.reasons = reasons
    sources = []
    self.simulated = simulated
    self.latency = latency
  }

  enum CodingKeys: String, CodingKey {
    case time, pitch, roll, attitude, field, inclination, latitude, longitude, altitude, speed
    case course, pressure, status, reasons, simulated, latency, declination, steer
    case velocity, sources, waves
    case bootTime = "boot_time"
    case magneticHeading = "magnetic_heading"
    case trueHeading = "true_heading"
    case headingAccuracy = "heading_accuracy"
    case headingAccuracy95 = "heading_accuracy_95"
    case trueHeadingAccuracy = "true_heading_accuracy"
    case errorTerms = "error_terms"
    case headingAxis = "heading_axis"
    case pitchAccuracy = "pitch_accuracy"
    case rollAccuracy = "roll_accuracy"
    case attitudeCovariance = "attitude_covariance"
    case rotationRate = "rotation_rate"
    case linearAcceleration = "linear_acceleration"
    case fieldStrength = "field_strength"
    case ellipsoidalAltitude = "ellipsoidal_altitude"
    case horizontalAccuracy = "horizontal_accuracy"
    case verticalAccuracy = "vertical_accuracy"
    case relativeAltitude = "relative_altitude"
    case climbRate = "climb_rate"
    case coastLeft = "coast_left"
    case speedAccuracy = "speed_accuracy"
    case courseAccuracy = "course_accuracy"
    case headingSource = "heading_source"
    case fixAge = "fix_age"
    case coastingTime = "coasting_time"
    case climbRateAccuracy = "climb_rate_accuracy"
  }
}
