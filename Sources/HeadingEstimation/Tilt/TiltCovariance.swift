import HeadingGeometry

/// Covariance of the horizontal components of up in the levelled frame, rad².
struct TiltCovariance {
  /// Variance of the x component.
  var x: Double
  /// Variance of the y component.
  var y: Double
  /// Covariance of both.
  var cross: Double

  /// Mean variance per axis, rad².
  var variance: Double { max((x + y) / 2, 0) }

  /// Variance of the tilt about a horizontal direction of the levelled frame, rad²; the mean for a
  /// zero direction.
  func variance(about direction: SIMD2<Double>) -> Double {
    let (along, across) = (direction.x, direction.y)
    let length = along * along + across * across
    guard length > 0 else { return variance }
    // A tilt about x moves up along y.
    let sum = along * along * y + across * across * x - 2 * along * across * cross
    return max(sum / length, 0)
  }
}
