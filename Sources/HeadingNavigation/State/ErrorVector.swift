import HeadingGeometry

/// A vector of the error state: a row of a measurement Jacobian, a gain, or a correction.
struct ErrorVector: Sendable {
  var values = ErrorIndex.Row(repeating: 0)

  /// The component at an index of ``ErrorIndex``.
  subscript(index: Int) -> Double {
    @inline(__always) get { values[index] }
    @inline(__always) set { values[index] = newValue }
  }

  /// The three components from an index of ``ErrorIndex`` on.
  func vector(at index: Int) -> Vector3 {
    let span = values.span
    return Vector3(span[index], span[index + 1], span[index + 2])
  }

  /// Sets the three components from an index of ``ErrorIndex`` on.
  mutating func set(_ vector: Vector3, at index: Int) {
    values[index] = vector.x
    values[index + 1] = vector.y
    values[index + 2] = vector.z
  }

  /// The scalar product.
  func dot(_ other: borrowing ErrorVector) -> Double {
    var sum = 0.0
    // Through spans: the optimizer of Swift 6.3.1 otherwise copies the vector for each element.
    let (one, two) = (values.span, other.values.span)
    for index in 0..<ErrorIndex.count { sum += one[index] * two[index] }
    return sum
  }
}
