/// Where each error stands in the error state, and how many there are.
///
/// Vectors take three places each, east, north, up or x, y, z of the body.
enum ErrorIndex {
  /// Position, m, east, north, up.
  static let position = 0

  /// Velocity, m/s, east, north, up.
  static let velocity = 3

  /// Attitude: the small turn of the earth frame, rad, that takes the estimate to the truth.
  static let attitude = 6

  /// Offset of the gyroscope, rad/s, body.
  static let gyroscopeBias = 9

  /// Offset of the accelerometer, m/s², body.
  static let accelerometerBias = 12

  /// Pressure altitude less altitude, m.
  static let pressureOffset = 15

  /// Slow part of the receiver's position error, m, east, north, up.
  static let fixOffset = 16

  /// Azimuth of the measured field, without iron, less the declination: local deviation, rad.
  static let magneticOffset = 19

  /// Scale of the gyroscope, as a share of the rate, body.
  static let gyroscopeScale = 20

  /// Yaw and pitch of the vehicle's forward axis against the sensors', rad: a crooked mount.
  static let mount = 23

  /// How far the sensors are in front of the axle that does not steer, m.
  static let axleDistance = 25

  /// Integral of the motion's share across the vehicle since the last time it was measured, s.
  static let acrossSum = 26

  /// The same off the floor.
  static let floorSum = 27

  /// Slow part of the receiver's velocity error, m/s, east, north, up.
  static let fixVelocityOffset = 28

  /// How long before its moment a fix's place was valid, and its velocity, s.
  static let positionLag = 31
  static let velocityLag = 32

  /// Hard iron that calibration has left, as a share of the horizontal field, body, right and forward.
  static let residualIron = 33

  /// The same of what drives the vehicle, while it moves.
  static let motorIron = 35

  /// Number of errors.
  static let count = 37

  /// As many numbers as there are errors, and as many as their covariance has.
  typealias Row = InlineArray<37, Double>
  typealias Square = InlineArray<1369, Double>
}
