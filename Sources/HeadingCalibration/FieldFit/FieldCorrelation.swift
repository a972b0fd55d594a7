/// Variance inflation of each kind of residual by its autocorrelation; 1 for white noise.
///
/// The variance of a mean of correlated values is larger by this factor (the integrated
/// autocorrelation time).
struct FieldCorrelation: Sendable {
  /// Of the field.
  var field = 1.0
  /// Of the direction of up.
  var tilt = 1.0
  /// Of the magnitude of the force.
  var length = 1.0
}
