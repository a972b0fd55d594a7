import HeadingGeometry

/// The sensors' readings before and after a rotation that the gyroscope measured.
struct TurnPair {
  /// Specific force before and after, in units of its mean, accelerometer's axes.
  var force: (before: Vector3, after: Vector3)

  /// Field before and after, in units of its mean change, magnetometer's axes; `nil` without one.
  var field: (before: Vector3, after: Vector3)?

  /// From components before to those after, gyroscope's axes.
  var turn: Matrix3

  /// ∫ C(t → after) dt over the rotation, s: effect of a constant error of the angular rate.
  var biasEffect: Matrix3
}
