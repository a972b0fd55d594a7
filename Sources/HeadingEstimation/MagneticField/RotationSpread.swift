import HeadingGeometry

/// Spread of the attitudes: 0 for a single attitude, near 1 for uniformly distributed ones.
///
/// 1 − |mean of the rotation matrices|² / 3. Hard iron is distinguishable from the local field only
/// by rotation.
struct RotationSpread {
  private var mean = Matrix3(diagonal: .zero)
  private var elapsed = 0.0

  /// Adds a rotation over `interval` seconds, with a memory of `memory` seconds.
  mutating func update(_ rotation: Matrix3, interval: Double, memory: Double) {
    elapsed += interval
    guard elapsed > 0 else { return }
    mean = mean + (rotation - mean) * (interval / min(elapsed, memory))
  }

  /// The spread, 0…1.
  var value: Double {
    let columns = mean.columns
    return max(
      0,
      1 - (columns.x.squaredLength + columns.y.squaredLength + columns.z.squaredLength) / 3)
  }
}
