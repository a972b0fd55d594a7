import HeadingGeometry

/// The gyroscope bias with its covariance.
struct GyroscopeBias {
  /// The bias, rad/s, body frame.
  var value: Vector3
  /// Its covariance, (rad/s)².
  var covariance: Matrix3

  /// 1σ of the worst axis, rad/s.
  var accuracy: Double {
    max(covariance.columns.x.x, covariance.columns.y.y, covariance.columns.z.z).squareRoot()
  }

  /// 1σ of an unknown bias up to which a mean rate is taken for it, rad/s: a slow turn may have any
  /// larger rate.
  private static let usual = Angle(degrees: 0.5).radians

  /// Whether a mean rate, rad/s, is within three standard deviations of the bias; `deviation`, rad/s,
  /// is that of a bias that rest determines.
  func agrees(with meanRate: Vector3, deviation: Double) -> Bool {
    (meanRate - value).length <= 3 * (min(accuracy, Self.usual) + deviation)
  }

  /// Whether a mean rate, rad/s, may be the bias; a bias does not jump by 0.5°/s, but a slow turn
  /// does.
  func isPlausible(_ meanRate: Vector3) -> Bool {
    let away = meanRate - value
    func allows(_ distance: Double, _ variance: Double) -> Bool {
      abs(distance) < 5 * variance.squareRoot() + Angle(degrees: 0.5).radians
    }
    return allows(away.x, covariance.columns.x.x) && allows(away.y, covariance.columns.y.y)
      && allows(away.z, covariance.columns.z.z)
  }
}
