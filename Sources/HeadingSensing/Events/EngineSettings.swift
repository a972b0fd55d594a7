public import HeadingGeometry

/// User settings on which the solution depends.
public struct EngineSettings: Sendable, Hashable {
  /// Position of the device without a receiver; `nil` if unknown.
  public var fixedCoordinate: Coordinate?

  /// Height above mean sea level at the fixed place, m.
  public var fixedAltitude: Double?

  /// Pressure reduced to mean sea level (QNH), Pa; `nil` for the standard atmosphere's 101,325.
  public var seaLevelPressure: Double?

  /// Whether the magnetic model is extrapolated outside its validity, with a growing declination
  /// error.
  ///
  /// Otherwise there is no true heading then, and the reason is ``Reasons/modelExpired``.
  public var extrapolatesMagneticModel = false

  /// Date for the magnetic model and the calibration's age; `nil` follows the clock.
  ///
  /// It does not date the samples. A receiver's or a recording's own time has precedence.
  public var modelDate: UniversalTime?

  /// Motion of the vehicle in relation to its forward axis.
  public var motion = MotionConstraint.unknown

  /// Lever arm from the inertial sensors to the receiver's antenna, m, body frame.
  public var antennaLeverArm = Vector3.zero

  /// Latency of a fix's time of validity before its time stamp, s; 0 if the time stamps are
  /// correct.
  public var fixLatency = 0.0

  /// Limit of the horizontal accuracy, 68 %, m, up to which a coasted position is used.
  public var coastingLimit = 50.0

  /// 1σ of the gyroscope's bias without calibration, rad/s.
  ///
  /// Large: the accelerations of a vehicle that moves from the start are attributed to the bias.
  /// Small: a larger bias turns the heading until the device has been at rest.
  public var gyroscopeBias = Self.rawGyroscopeBias

  /// ``gyroscopeBias`` of a chip: data sheets allow ±5°/s (MPU-9250, ICM-20948).
  public static let rawGyroscopeBias = Angle(degrees: 5).radians

  /// ``gyroscopeBias`` of a gyroscope that is calibrated, or compensated by its hub, such as a
  /// phone's: what temperature and age change.
  public static let compensatedGyroscopeBias = Angle(degrees: 0.5).radians

  /// The point whose heave is computed, m from the inertial sensors, body frame; `nil` for none.
  public var heavePoint: Vector3?

  /// Creates default settings.
  public init() {}
}
