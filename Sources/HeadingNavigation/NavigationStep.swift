import HeadingGeometry

/// What happened in one short interval: the inertial sensors' sums and what else was measured in it.
struct NavigationStep: Sendable {
  /// Direction of the measured field, and how far its azimuth may be off.
  struct Field: Sendable {
    /// Calibrated field, body frame at the end of the step; any unit.
    var direction: Vector3

    /// Iron that was taken off it beyond the calibration's, body frame, in its unit.
    var iron = Vector3.zero

    /// Declination of the place, rad.
    var declination: Double

    /// 1σ of the slow deviation of the field's azimuth, rad.
    var deviation: Double
  }

  /// A heading of the forward axis from elsewhere.
  struct Heading: Sendable {
    /// From true north, rad.
    var value: Double

    /// 1σ, rad.
    var deviation: Double
  }

  /// Length, s.
  var interval = 0.0

  /// Rotation vector of the body over the step, rad; nothing subtracted.
  var turn = Vector3.zero

  /// Density of the gyroscope's noise as its samples show it, (rad/s)²/Hz.
  var turnNoise = 0.0

  /// Integral of the specific force, m/s, in the body frame at the step's start; nothing subtracted.
  var push = Vector3.zero

  /// Whether turn and push were measured.
  var isInertial = false

  /// Up in the body frame at the end of the step, as gravity shows it, and its 1σ, rad.
  var up: Vector3?
  var upDeviation = 0.0

  /// Offset of the gyroscope that the orientation's estimate knows, rad/s, and its 1σ.
  var gyroscopeBias = Vector3.zero
  var gyroscopeBiasDeviation = 0.01

  /// Mean of the pressure altitudes in the step, m, and the number of them.
  var pressureAltitude = 0.0
  var pressureCount = 0

  var field: Field?
  var heading: Heading?

  /// Whether the inertial sensors see no motion.
  var isCalm = false

  /// Whether a false stationary period ended in the step: what was taken for rest was a slow turn.
  var endsFalseStationaryPeriod = false
}
