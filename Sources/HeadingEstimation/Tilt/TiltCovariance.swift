import HeadingGeometry

/// Covariance of the error of the up direction: its horizontal components, rad².
public struct TiltCovariance: Sendable, Hashable {
  /// Variance of the x component.
  public var x: Double
  /// Variance of the y component.
  public var y: Double
  /// Covariance of both.
  public var cross: Double

  /// Creates a covariance of its elements.
  public init(x: Double, y: Double, cross: Double) {
    self.x = x
    self.y = y
    self.cross = cross
  }

  /// The covariance of an error that is equally likely in all directions.
  ///
  /// - Parameter total: 1σ of the angle, both axes together, rad.
  public init(isotropic total: Double) {
    self.init(x: total * total / 2, y: total * total / 2, cross: 0)
  }

  /// 1σ of the angle, both axes together, rad.
  public var total: Double { max(x + y, 0).squareRoot() }

  /// Mean variance per axis, rad².
  var variance: Double { max((x + y) / 2, 0) }

  /// Variance of the tilt about a horizontal direction, rad²; the mean for a zero direction.
  func variance(about direction: SIMD2<Double>) -> Double {
    let (along, across) = (direction.x, direction.y)
    let length = along * along + across * across
    guard length > 0 else { return variance }
    // A tilt about x moves up along y.
    let sum = along * along * y + across * across * x - 2 * along * across * cross
    return max(sum / length, 0)
  }

  /// The covariance in a frame that results from a rotation about the vertical.
  func rotated(by turn: Quaternion) -> TiltCovariance {
    let cosine = turn.w * turn.w - turn.vector.z * turn.vector.z
    let sine = 2 * turn.w * turn.vector.z
    let mixed = 2 * cosine * sine * cross
    return TiltCovariance(
      x: cosine * cosine * x + sine * sine * y - mixed,
      y: sine * sine * x + cosine * cosine * y + mixed,
      cross: cosine * sine * (x - y) + (cosine * cosine - sine * sine) * cross)
  }

  /// The covariance with the variance of another error, equally likely in all directions, added.
  ///
  /// - Parameter other: The other error's variance, both axes together, rad².
  /// - Returns: The covariance of the sum.
  func adding(isotropic other: Double) -> TiltCovariance {
    TiltCovariance(x: x + other / 2, y: y + other / 2, cross: cross)
  }
}
