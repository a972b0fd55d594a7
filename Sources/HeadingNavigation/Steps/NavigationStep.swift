import HeadingGeometry

/// Inertial increments and other measurements of one short interval.
struct NavigationStep: Sendable {
  /// A measured field with the uncertainty of its azimuth.
  struct Field: Sendable {
    /// Calibrated field, body frame at the end of the step; any unit.
    var direction: Vector3

    /// Residual hard iron that was subtracted from the field, body frame, in its unit.
    var iron = Vector3.zero

    /// Declination at the position, rad.
    var declination: Double

    /// 1σ of the correlated error of the field's azimuth, rad.
    var deviation: Double
  }

  /// A heading of the forward axis from another system.
  struct Heading: Sendable {
    /// True heading, rad.
    var value: Double

    /// 1σ, rad.
    var deviation: Double
  }

  /// Duration, s.
  var interval = 0.0

  /// Rotation vector of the body over the step, rad, including bias.
  var turn = Vector3.zero

  /// Noise density of the gyroscope estimated from its samples, (rad/s)²/Hz.
  var rateNoise = 0.0

  /// Integral of the specific force, m/s, in the body frame at the start of the step, including
  /// bias.
  var velocityIncrement = Vector3.zero

  /// Whether the inertial increments were measured.
  var isInertial = false

  /// Up direction in the body frame at the end of the step, from specific force, and its 1σ, rad.
  var up: Vector3?
  var upDeviation = 0.0

  /// Gyroscope bias of the attitude estimator and its 1σ, rad/s.
  var gyroscopeBias = Vector3.zero
  var gyroscopeBiasDeviation = 0.01

  /// Mean and number of the pressure altitudes in the step, m.
  var pressureAltitude = 0.0
  var pressureCount = 0

  var field: Field?
  var heading: Heading?

  /// Whether the inertial sensors detect no motion.
  var isStationary = false

  /// Whether a false stationary period ended in the step: the device was turning slowly, not at
  /// rest.
  var endsFalseStationaryPeriod = false
}
