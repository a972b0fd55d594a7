import HeadingGeometry

/// One number for each error: a row of a measurement's Jacobian, a gain, or a correction.
struct ErrorVector: Sendable {
  var values = InlineArray<29, Double>(repeating: 0)

  /// The component at a place of ``ErrorIndex``.
  subscript(index: Int) -> Double {
    @inline(__always) get { values[index] }
    @inline(__always) set { values[index] = newValue }
  }

  /// The three components from a place of ``ErrorIndex`` on.
  func vector(at index: Int) -> Vector3 {
    Vector3(values[index], values[index + 1], values[index + 2])
  }

  /// Sets the three components from a place of ``ErrorIndex`` on.
  mutating func set(_ vector: Vector3, at index: Int) {
    values[index] = vector.x
    values[index + 1] = vector.y
    values[index + 2] = vector.z
  }

  /// The scalar product.
  func dot(_ other: borrowing ErrorVector) -> Double {
    var sum = 0.0
    for index in 0..<ErrorIndex.count { sum += values[index] * other.values[index] }
    return sum
  }
}
