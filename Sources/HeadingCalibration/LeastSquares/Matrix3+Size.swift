import HeadingGeometry

extension Matrix3 {
  /// Sum of the squares of all elements (squared Frobenius norm).
  var squaredSize: Double {
    columns.x.squaredLength + columns.y.squaredLength + columns.z.squaredLength
  }
}
