import HeadingGeometry

/// Covariance of the error state, symmetric, in the products of the units of ``ErrorIndex``.
///
/// Both triangles are kept, and every operation writes both from the same number, so that it
/// stays symmetric to the last bit.
struct ErrorCovariance: Sendable {
  /// Row by row.
  var elements = ErrorIndex.Square(repeating: 0)

  /// The element of a row and a column.
  subscript(row: Int, column: Int) -> Double {
    @inline(__always) get { elements[row * ErrorIndex.count + column] }
    @inline(__always) set { elements[row * ErrorIndex.count + column] = newValue }
  }

  /// The three variances from a place on.
  ///
  /// Through the span: the optimizer of Swift 6.3.1 copies the whole matrix for each element otherwise.
  mutating func variances(at index: Int) -> Vector3 {
    let span = elements.span
    let step = ErrorIndex.count + 1
    return Vector3(span[index * step], span[(index + 1) * step], span[(index + 2) * step])
  }

  /// Covariance of the error state with one measurement: P hᵀ.
  ///
  /// Mutating, though nothing changes: the optimizer of Swift 6.3.1 copies the 3 kB to read them otherwise.
  mutating func product(_ row: borrowing ErrorVector) -> ErrorVector {
    var result = ErrorVector()
    let (span, factors) = (elements.span, row.values.span)
    for column in 0..<ErrorIndex.count {
      let factor = factors[column]
      if factor == 0 { continue }
      let start = column * ErrorIndex.count
      for index in 0..<ErrorIndex.count {
        // Both are below the count.
        unsafe result.values[unchecked: index] += span[unchecked: start + index] * factor
      }
    }
    return result
  }

  /// Takes one measurement in, with the optimal gain k = c / s.
  ///
  /// For a scalar and that gain Joseph's form (1 − k h) P (1 − k h)ᵀ + k r kᵀ is P − c cᵀ / s. Each
  /// pair of elements is changed by the same product, so that symmetry is kept to the last bit.
  ///
  /// - Parameters:
  ///   - cross: c = P hᵀ.
  ///   - variance: s = h c + r, the innovation's variance.
  mutating func update(cross: borrowing ErrorVector, variance: Double) {
    let inverse = 1 / variance
    let factors = cross.values.span
    var span = elements.mutableSpan
    for row in 0..<ErrorIndex.count {
      let factor = factors[row]
      if factor == 0 { continue }
      let start = row * ErrorIndex.count
      for column in 0..<ErrorIndex.count {
        // Both are below the count.
        unsafe span[unchecked: start + column] -= factor * factors[unchecked: column] * inverse
      }
      // Round-off must never make an error certain, or negative.
      let place = start + row
      if span[place] < 1e-18 { span[place] = 1e-18 }
    }
  }

  /// Takes one measurement in that corrects a part of the errors; the others are considered (Schmidt, 1966).
  ///
  /// With the gain k = g / s and g the cross-covariance of what is corrected, 0 elsewhere, Joseph's form is
  /// P − (g cᵀ + c gᵀ − g gᵀ) / s.
  ///
  /// - Parameters:
  ///   - cross: c = P hᵀ.
  ///   - gain: g.
  ///   - variance: s = h c + r, the innovation's variance.
  mutating func update(
    cross: borrowing ErrorVector, gain: borrowing ErrorVector, variance: Double
  ) {
    let inverse = 1 / variance
    let (all, corrected) = (cross.values.span, gain.values.span)
    var span = elements.mutableSpan
    for row in 0..<ErrorIndex.count {
      let factor = all[row]
      if factor == 0 { continue }
      let factors = corrected[row] == 0 ? corrected : all
      let start = row * ErrorIndex.count
      for column in 0..<ErrorIndex.count {
        // Both are below the count.
        unsafe span[unchecked: start + column] -= factor * factors[unchecked: column] * inverse
      }
      // Round-off must never make an error certain, or negative.
      let place = start + row
      if span[place] < 1e-18 { span[place] = 1e-18 }
    }
  }

  /// Adds to an error a sum of others times an interval: what a state that integrates a reading takes up.
  ///
  /// - Parameters:
  ///   - row: Derivatives of the reading; none by the integral itself.
  ///   - interval: How long the reading stands, s.
  ///   - index: The integral.
  mutating func integrate(_ row: borrowing ErrorVector, for interval: Double, into index: Int) {
    let cross = product(row)
    let changes = cross.values.span
    let own = 2 * interval * changes[index] + interval * interval * row.dot(cross)
    for other in 0..<ErrorIndex.count where other != index {
      let sum = self[index, other] + interval * changes[other]
      self[index, other] = sum
      self[other, index] = sum
    }
    self[index, index] += own
  }

  /// Forgets everything about an error: its covariances become zero, its variance is set.
  mutating func reset(_ index: Int, variance: Double) {
    for other in 0..<ErrorIndex.count {
      self[index, other] = 0
      self[other, index] = 0
    }
    self[index, index] = variance
  }

  /// The same for three errors from a place on.
  mutating func reset(at index: Int, variance: Vector3) {
    for axis in 0..<3 { reset(index + axis, variance: variance[axis]) }
  }

  /// Multiplies an error by a factor and adds a variance: a first-order Gauss–Markov process.
  mutating func fade(_ index: Int, factor: Double, adding variance: Double) {
    for other in 0..<ErrorIndex.count {
      self[index, other] *= factor
      self[other, index] *= factor
    }
    self[index, index] += variance
  }
}
