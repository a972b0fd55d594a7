public import HeadingGeometry

/// What the user decides and the solution depends on.
public struct EngineSettings: Sendable, Hashable {
  /// Where the device is when no receiver says so; `nil` if unknown.
  public var fixedCoordinate: Coordinate?

  /// Height above mean sea level at the fixed place, m.
  public var fixedAltitude: Double?

  /// Pressure reduced to mean sea level (QNH), Pa; `nil` for the standard atmosphere's 101,325.
  public var seaLevelPressure: Double?

  /// Whether the magnetic model is used outside its validity too, with a declination bound that grows.
  ///
  /// Otherwise there is no true heading then, and the reason is ``Reasons/modelExpired``.
  public var extrapolatesMagneticModel = false

  /// The day for which the magnetic model and the calibration's age are taken; `nil` follows the clock.
  ///
  /// It says nothing of the time of the samples. A receiver's or a recording's own time comes first.
  public var modelDate: UniversalTime?

  /// How the vehicle moves in relation to its forward axis.
  public var motion = MotionConstraint.unknown

  /// The satellite receiver's antenna as seen from the inertial sensors, m, body frame.
  public var antennaLeverArm = Vector3.zero

  /// How long before its time stamp a fix was valid, s; 0 if the receiver's stamps say when.
  public var fixLatency = 0.0

  /// The horizontal accuracy, 68 %, m, up to which a position without fixes is still of use.
  public var coastingLimit = 50.0

  /// Makes settings of which nothing is known.
  public init() {}
}
