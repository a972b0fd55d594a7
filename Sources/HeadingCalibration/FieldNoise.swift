/// The noise that the fit finds in its residuals, 1σ.
struct FieldNoise: Sendable {
  /// Of the magnetometer, an axis, in units of ``FieldData/unit``.
  var field = 0.02
  /// Of the direction of up, an axis, rad.
  var tilt = 0.02
  /// Of the length of the force, g.
  var length = 0.1
}
