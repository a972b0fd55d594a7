import HeadingGeometry

/// How much the body has turned about: 0 for one pose, near 1 for all poses alike.
///
/// 1 − |mean of the rotation matrices|² / 3: only what turns with the body shows which part of a
/// field belongs to the body.
struct RotationSpread {
  private var mean = Matrix3(diagonal: .zero)
  private var elapsed = 0.0

  /// Takes a rotation that held for `interval` seconds; older than `memory` seconds fades.
  mutating func update(_ rotation: Matrix3, interval: Double, memory: Double) {
    elapsed += interval
    guard elapsed > 0 else { return }
    mean = mean + (rotation - mean) * (interval / min(elapsed, memory))
  }

  /// The spread.
  var value: Double {
    let columns = mean.columns
    return max(
      0,
      1 - (columns.x.squaredLength + columns.y.squaredLength + columns.z.squaredLength) / 3)
  }
}
