import HeadingGeometry

/// Keeps the horizon: the low-passed specific force of a frame that only the gyroscope turns points up.
///
/// Accelerations of a device that stays in a room average out in that frame, gravity does not
/// (Laidig and Seel, 2023, section 4.2).
struct LevelFilter {
  /// Rotation from the gyroscope's frame to the levelled one.
  private(set) var level: Quaternion = .identity
  private var force = VectorLowPass()

  /// Time since the filter began to average, s.
  var elapsed: Double { force.elapsed }

  /// The averaged specific force, m/s², in the gyroscope's frame.
  var meanForce: Vector3 { force.value }

  /// Begins to average anew, keeping the horizon until the first sample.
  mutating func restart() { force.reset() }

  /// Trusts what comes more than what was: turns have been missed.
  mutating func soften() { force.soften(to: 0.5) }

  /// Takes a specific force in the gyroscope's frame.
  ///
  /// - Returns: The rotation vector, rad, in the levelled frame, by which the horizon was turned.
  @inline(__always)
  mutating func update(
    _ sample: Vector3, interval: Double, timeConstant: Double
  ) -> Vector3 {
    force.update(sample, interval: interval, timeConstant: timeConstant)
    guard let up = (level * force.value).direction else { return .zero }
    // The shortest turn that brings `up` onto z; upside down, any horizontal axis serves.
    let correction: Quaternion
    let cosine = ((up.z + 1) / 2).squareRoot()
    if cosine > 1e-6 {
      correction = Quaternion(w: cosine, x: up.y / (2 * cosine), y: -up.x / (2 * cosine), z: 0)
    } else {
      correction = Quaternion(w: 0, x: 1, y: 0, z: 0)
    }
    level = (correction * level).normalized ?? level
    return Vector3(up.y, -up.x, 0)
  }
}
