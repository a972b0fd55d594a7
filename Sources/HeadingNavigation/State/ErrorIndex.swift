/// Indices of the error state, and its size.
///
/// A vector takes three indices: east, north, up, or x, y, z of the body.
enum ErrorIndex {
  /// Position, m, east, north, up.
  static let position = 0

  /// Velocity, m/s, east, north, up.
  static let velocity = 3

  /// Attitude error: rotation vector in the earth frame, rad, from the estimated to the true
  /// attitude.
  static let attitude = 6

  /// Gyroscope bias, rad/s, body.
  static let gyroscopeBias = 9

  /// Accelerometer bias, m/s², body.
  static let accelerometerBias = 12

  /// Pressure altitude minus altitude, m.
  static let pressureOffset = 15

  /// Correlated part of the receiver's position error, m, east, north, up.
  static let fixOffset = 16

  /// Deviation of the local field: its azimuth without hard iron minus the declination, rad.
  static let magneticOffset = 19

  /// Scale factor error of the gyroscope, body.
  static let gyroscopeScale = 20

  /// Mount misalignment: yaw and pitch of the vehicle's forward axis relative to the sensors, rad.
  static let mount = 23

  /// Longitudinal lever arm from the non-steered axle to the sensors, m, positive forward.
  static let axleDistance = 25

  /// Time integral of the lateral velocity ratio since the last non-holonomic update, s.
  static let acrossSum = 26

  /// Time integral of the vertical velocity ratio since the last non-holonomic update, s.
  static let floorSum = 27

  /// Correlated part of the receiver's velocity error, m/s, east, north, up.
  static let fixVelocityOffset = 28

  /// Latencies of the receiver's position and velocity: time stamp minus time of validity, s.
  static let positionLag = 31
  static let velocityLag = 32

  /// Residual hard iron over the horizontal field strength, body.
  static let residualIron = 33

  /// Hard iron of the drive motors over the horizontal field strength, while the vehicle moves.
  static let motorIron = 36

  /// Size of the error state.
  static let count = 38

  /// Storage of an error vector.
  typealias Row = InlineArray<38, Double>
}
