public import HeadingGeometry
public import HeadingSensing

/// What the estimator knows at one moment.
public struct OrientationEstimate: Sendable, Hashable {
  /// The moment: the newest sample's time, or that of the last `advance(to:)`.
  public var time: BootTime

  /// Attitude, body to magnetic ENU (x east, y magnetic north, z up); relative if `hasNorth` is false.
  public var attitude: Quaternion

  /// Angular rate without the offset of the gyroscope, rad/s, body frame; zero without a gyroscope.
  public var rotationRate: Vector3

  /// Offset of the gyroscope, rad/s, body frame.
  public var gyroscopeBias: Vector3

  /// 1σ of the offset of the gyroscope, rad/s, the worst axis.
  public var gyroscopeBiasAccuracy: Double

  /// Hard iron found while running, T, body frame, already removed from the heading; `nil` if none is sought.
  public var onlineHardIron: Vector3?

  /// 1σ of the hard iron found while running, T, the worst axis.
  public var onlineHardIronAccuracy: Double?

  /// Delay of the magnetometer behind the motion, found from turns, s; `nil` without gyroscope or magnetometer.
  public var magnetometerLatency: Double?

  /// Strength of the local field, given or learnt, T; `nil` before it is known.
  public var fieldStrength: Double?

  /// Inclination of the local field, positive down, given or learnt; `nil` before it is known.
  public var fieldInclination: Angle?

  /// What the bound of the heading is made of, 68 % each, radians.
  public var headingErrorTerms: HeadingErrorTerms

  /// The part of the disturbance's term that is a magnet's on the device of which nobody knows, 68 %, radians.
  ///
  /// It is 0 where place or calibration say what field there has to be, or the body has turned.
  public var unknownMagnetTerm: Double

  /// How far the true heading may be from the estimate; 180° if unknown.
  public var headingBound: HeadingBound

  /// The true heading lies within this of the estimate with 68 % probability; 180° if unknown.
  public var heading68: Angle { Angle(radians: headingBound.within68) }

  /// The true heading lies within this of the estimate with 95 % probability; 180° if unknown.
  public var heading95: Angle { Angle(radians: headingBound.within95) }

  /// 1σ of the direction of up.
  public var tiltAccuracy: Angle

  /// Whether the attitude means anything: gravity has been seen.
  public var isInitialized: Bool

  /// Whether the heading is counted from magnetic north; false: from an arbitrary start.
  public var hasNorth: Bool

  /// Whether the device is at rest.
  public var isAtRest: Bool

  /// Whether the magnetic field is not the local one now.
  public var isDisturbed: Bool

  /// Why a value is missing or worse than it could be.
  public var reasons: Reasons
}
