import HeadingGeometry

/// A sample as the fit uses it: field in units of ``FieldData/unit``, force as a direction.
struct FieldSample: Sendable {
  /// The raw field.
  var field: Vector3
  /// Up in body components as the accelerometer shows it; `nil` without one.
  var up: Vector3?
  /// Specific force, g; `nil` without an accelerometer.
  var force: Vector3?
  /// Time since the first sample, s.
  var seconds = 0.0
  /// When it was taken: −1…1 from the first sample to the last.
  var moment = 0.0
  /// Samples beside this one in time at nearly the same attitude, itself among them; empty if there are too few.
  var neighbours = 0..<0
  /// The vehicle's load, −1…1 over its range; 0 without one.
  var load = 0.0
  /// Temperature, −1…1 over its range; 0 without one.
  var temperature = 0.0
  /// How much the sample counts: less than 1 where very many samples show the same attitude.
  var weight = 1.0
  /// The turn since the sample before it in the chain, body frame, by the gyroscope.
  var turn = Quaternion.identity
  /// Time since the sample before it in the chain, s.
  var interval = 0.0
  /// Angular rate, rad/s.
  var rate = Vector3.zero
  /// Velocity in the body as a receiver or the force tells it, over standard gravity, s.
  var velocity = Vector3.zero
  /// Half of the turn over the interval, back.
  var halfBack = Quaternion.identity

  /// The rate of the turn about the vertical, rad/s: a vehicle that pitches and rolls goes on on the level.
  func turnRate(bias: Vector3 = .zero) -> Vector3 {
    guard let up else { return .zero }
    return up * (rate - bias).dot(up)
  }
}
