public import HeadingGeometry
public import HeadingSensing

/// The output of the orientation estimator at one time.
public struct OrientationEstimate: Sendable, Hashable {
  /// Time of validity: the newest sample's time, or that of the last `advance(to:)`.
  public var time: BootTime

  /// Attitude, body to magnetic ENU (x east, y magnetic north, z up); relative if `hasNorth` is
  /// false.
  public var attitude: Quaternion

  /// Angular rate without the gyroscope bias, rad/s, body frame; zero without a gyroscope.
  public var rotationRate: Vector3

  /// Gyroscope bias, rad/s, body frame.
  public var gyroscopeBias: Vector3

  /// 1σ of the gyroscope bias, rad/s, worst axis.
  public var gyroscopeBiasAccuracy: Double

  /// Hard iron estimated during operation, T, body frame, already removed from the heading; `nil`
  /// if none is estimated.
  public var onlineHardIron: Vector3?

  /// 1σ of the hard iron estimated during operation, T, worst axis.
  public var onlineHardIronAccuracy: Double?

  /// Estimated latency of the magnetometer, s; `nil` without gyroscope or magnetometer.
  public var magnetometerLatency: Double?

  /// Strength of the local field, given or estimated, T; `nil` before it is known.
  public var fieldStrength: Double?

  /// Inclination of the local field, positive down, given or estimated; `nil` before it is known.
  public var fieldInclination: Angle?

  /// The terms of the heading bound, 68 % each, rad.
  public var headingErrorTerms: HeadingErrorTerms

  /// Part of the disturbance term caused by a possible unknown magnet on the device, 68 %, rad.
  ///
  /// It is 0 if place or calibration give a reference field, or the body has rotated.
  public var unknownMagnetTerm: Double

  /// Bound of the heading error; 180° if unknown.
  public var headingBound: HeadingBound

  /// The true heading lies within this of the estimate with 68 % probability; 180° if unknown.
  public var heading68: Angle { Angle(radians: headingBound.within68) }

  /// The true heading lies within this of the estimate with 95 % probability; 180° if unknown.
  public var heading95: Angle { Angle(radians: headingBound.within95) }

  /// Covariance of the tilt: the east and north components of the true up direction, rad²; north is
  /// that of ``attitude``.
  public var tiltCovariance: TiltCovariance

  /// 1σ of the tilt, at most 180°.
  public var tiltAccuracy: Angle { Angle(radians: tiltCovariance.total) }

  /// Whether the tilt is aligned: specific force has been measured.
  public var isInitialized: Bool

  /// Whether the heading is relative to magnetic north; otherwise to an arbitrary start.
  public var hasNorth: Bool

  /// Whether the device is at rest.
  public var isAtRest: Bool

  /// Whether the magnetic field is disturbed.
  public var isDisturbed: Bool

  /// Why a value is missing or worse than it could be.
  public var reasons: Reasons
}
