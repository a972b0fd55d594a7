/// Standard deviations of the measurement noise, estimated from the residuals.
struct FieldNoise: Sendable {
  /// Of the magnetometer, per axis, in units of ``FieldData/unit``.
  var field = 0.02
  /// Of the direction of up, per axis, rad.
  var tilt = 0.02
  /// Of the magnitude of the force, g.
  var length = 0.1
}
