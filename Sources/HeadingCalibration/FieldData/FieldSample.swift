import HeadingGeometry

/// One calibration sample, prepared for the fit: field in units of ``FieldData/unit``, force as a
/// direction.
struct FieldSample: Sendable {
  /// The raw field.
  var field: Vector3
  /// Direction of the specific force (up), body frame; `nil` without an accelerometer.
  var up: Vector3?
  /// Specific force, g; `nil` without an accelerometer.
  var force: Vector3?
  /// Time since the first sample, s.
  var seconds = 0.0
  /// Time of the sample, scaled to −1…1 from the first sample to the last.
  var moment = 0.0
  /// Index range of the samples adjacent in time at nearly the same attitude, including this one;
  /// empty if too few.
  var neighbours = 0..<0
  /// The vehicle's load, scaled to −1…1 over its range; 0 without one.
  var load = 0.0
  /// Temperature, scaled to −1…1 over its range; 0 without one.
  var temperature = 0.0
  /// Weight in the least squares sums: less than 1 in densely sampled attitudes.
  var weight = 1.0
  /// Rotation since the previous sample of the segment, body frame, integrated from the gyroscope.
  var rotation = Quaternion.identity
  /// Time since the previous sample of the segment, s.
  var interval = 0.0
  /// Angular rate, rad/s.
  var rate = Vector3.zero
  /// Expected error of the rate about the vertical, rad/s, see ``FieldData/estimateVelocity()``.
  var turnError = 0.0
  /// Velocity in the body frame from a receiver or estimated from the force, over standard gravity,
  /// s.
  var velocity = Vector3.zero
  /// Inverse of the rotation over half of the interval.
  var halfBack = Quaternion.identity

  /// Component of the angular rate about the vertical, rad/s.
  ///
  /// Pitch and roll rates do not change a vehicle's horizontal velocity.
  func verticalRate(bias: Vector3 = .zero) -> Vector3 {
    guard let up else { return .zero }
    return up * ((rate - bias).dot(up) - turnError)
  }
}
