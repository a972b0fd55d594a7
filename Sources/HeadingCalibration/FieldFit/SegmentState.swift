import HeadingGeometry

/// Unknowns of one segment.
struct SegmentState: Sendable {
  /// Number of the segment's own parameters: attitude, gyroscope bias, lag.
  static let count = 7

  /// Attitude of the first sample, body to ENU with magnetic north.
  var attitude = Quaternion.identity

  /// Bias of the gyroscope, rad/s.
  var bias = Vector3.zero

  /// Lag of the angular rates behind the attitude, s.
  var lag = 0.0

  /// Adds a step: rotation in the earth frame, bias, lag.
  mutating func add(_ step: InlineArray<7, Double>) {
    let turn = Vector3(step[0], step[1], step[2])
    attitude = (Quaternion(rotationVector: turn) * attitude).normalized ?? attitude
    bias += Vector3(step[3], step[4], step[5])
    lag += step[6]
  }
}
