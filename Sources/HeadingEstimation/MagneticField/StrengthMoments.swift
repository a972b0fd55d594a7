import HeadingGeometry

/// Scatter of the field strength for any assumed hard iron, independent of the attitude.
///
/// The squared strength |z − h|² is linear in z and |z|², so that their covariance gives its
/// variance for any h.
struct StrengthMoments {
  private var count = 0.0
  private var mean = SIMD4<Double>.zero
  private var covariance: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) =
    (.zero, .zero, .zero, .zero)

  /// Adds a field sample, T, body frame.
  mutating func add(_ field: Vector3) {
    count += 1
    let value = SIMD4(field.x, field.y, field.z, field.squaredLength)
    let before = value - mean
    mean += before / count
    let after = value - mean
    covariance.0 += after * before.x
    covariance.1 += after * before.y
    covariance.2 += after * before.z
    covariance.3 += after * before.w
  }

  /// Variance of the squared strength after subtracting a hard iron, T⁴.
  func variance(without iron: Vector3) -> Double {
    guard count > 1 else { return 0 }
    let row = SIMD4(-2 * iron.x, -2 * iron.y, -2 * iron.z, 1)
    let product =
      covariance.0 * row.x + covariance.1 * row.y + covariance.2 * row.z + covariance.3 * row.w
    return (product * row).sum() / count
  }
}
