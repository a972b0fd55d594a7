public import HeadingGeometry

/// The tunables of the orientation estimator, each with its physical reason.
///
/// One fixed set serves every device; they describe sensors, hands and buildings, not recordings.
public struct OrientationParameters: Sendable, Hashable {
  /// Time over which accelerations of the device average out, s.
  ///
  /// Small: fast levelling, hand movements tilt the horizon. Large: calm horizon, gyroscope drift tilts it.
  /// Default 3.
  public var accelerationTime = 3.0

  /// Time over which the heading follows the magnetometer, s.
  ///
  /// Small: disturbances show. Large: gyroscope drift shows.
  ///
  /// Default 9.
  public var magneticTime = 9.0

  /// Smoothing time of both when there is no gyroscope, s.
  ///
  /// Small: noise and hand tremor show. Large: the heading lags behind turns.
  ///
  /// Default 0.25.
  public var smoothingTime = 0.25

  /// 1σ of the gyroscope's offset at first, rad/s.
  ///
  /// Data sheets of consumer gyroscopes state 0.3 to 1°/s.
  ///
  /// Default 0.5°/s.
  public var initialBiasDeviation = Angle(degrees: 0.5).radians

  /// How far the offset wanders within `biasWalkTime`, rad/s.
  ///
  /// Default 0.1°/s.
  public var biasWalk = Angle(degrees: 0.1).radians

  /// The time within which the offset wanders by `biasWalk`, s.
  ///
  /// Default 100 s.
  public var biasWalkTime = 100.0

  /// 1σ of the offset that continuous motion can find, rad/s.
  ///
  /// Default 0.1°/s.
  public var biasMotionDeviation = Angle(degrees: 0.1).radians

  /// 1σ of the offset that rest can find, rad/s.
  ///
  /// Default 0.03°/s.
  public var biasRestDeviation = Angle(degrees: 0.03).radians

  /// The largest offset that is believed, rad/s.
  ///
  /// Default 2°/s.
  public var biasLimit = Angle(degrees: 2).radians

  /// Rest ends when the rate departs from its mean by more, rad/s.
  ///
  /// Default 2°/s.
  public var restRate = Angle(degrees: 2).radians

  /// Rest ends when the specific force departs from its mean by more, m/s².
  ///
  /// Default 0.5.
  public var restAcceleration = 0.5

  /// Calm that is needed to be called rest, s.
  ///
  /// Default 1.5.
  public var restTime = 1.5

  /// A field whose strength departs from the local one by more than this share is disturbed.
  ///
  /// Default 0.1.
  public var fieldStrengthTolerance = 0.1

  /// A field whose inclination departs from the local one by more is disturbed.
  ///
  /// Default 10°.
  public var inclinationTolerance = Angle(degrees: 10)

  /// 1σ of the local field's own deviation from magnetic north, which no magnetometer knows.
  ///
  /// Default 1.3°.
  public var localFieldDeviation = Angle(degrees: 1.3)

  /// Makes the default parameters.
  public init() {}
}
