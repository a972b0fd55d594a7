import HeadingGeometry

/// What a chain of samples adds to the unknowns.
struct ChainState: Sendable {
  /// How many numbers a chain has of its own: attitude, rate bias, lag.
  static let count = 7

  /// Attitude of the first sample, body to ENU with magnetic north.
  var attitude = Quaternion.identity

  /// Bias of the gyroscope, rad/s.
  var bias = Vector3.zero

  /// How much later the attitude is valid than the rates say, s.
  var lag = 0.0

  /// Moves the state by a step: turn in the earth frame, bias, lag.
  mutating func add(_ step: InlineArray<7, Double>) {
    let turn = Vector3(step[0], step[1], step[2])
    attitude = (Quaternion(rotationVector: turn) * attitude).normalized ?? attitude
    bias += Vector3(step[3], step[4], step[5])
    lag += step[6]
  }
}
