import HeadingGeometry

extension Matrix3 {
  /// The sum of the squares of all elements.
  var squaredSize: Double {
    columns.x.squaredLength + columns.y.squaredLength + columns.z.squaredLength
  }
}
