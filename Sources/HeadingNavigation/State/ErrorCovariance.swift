import HeadingGeometry

/// Covariance of the error state, in the products of the units of ``ErrorIndex``.
///
/// Both triangles are stored. Every operation writes both from the same number, so that the matrix
/// stays exactly symmetric.
struct ErrorCovariance: Sendable {
  /// Elements in row-major order.
  ///
  /// An array: an inline matrix of 11 kB would be copied whenever a filter is read.
  var elements = [Double](repeating: 0, count: ErrorIndex.count * ErrorIndex.count)

  /// A placeholder without storage.
  static let empty = ErrorCovariance(elements: [])

  /// Makes a covariance of zeros.
  init() {}

  private init(elements: [Double]) { self.elements = elements }

  /// Copies another covariance into this one's storage, without an allocation.
  mutating func assign(_ other: borrowing ErrorCovariance) {
    guard elements.count == other.elements.count else {
      elements = other.elements
      return
    }
    let source = other.elements.span
    var span = elements.mutableSpan
    for index in source.indices { span[index] = source[index] }
  }

  /// The element at a row and a column.
  subscript(row: Int, column: Int) -> Double {
    @inline(__always) get { elements[row * ErrorIndex.count + column] }
    @inline(__always) set { elements[row * ErrorIndex.count + column] = newValue }
  }

  /// The three variances from an index on.
  func variances(at index: Int) -> Vector3 {
    let span = elements.span
    let step = ErrorIndex.count + 1
    return Vector3(span[index * step], span[(index + 1) * step], span[(index + 2) * step])
  }

  /// Cross-covariance of the error state with one measurement: P hᵀ.
  func product(_ row: borrowing ErrorVector) -> ErrorVector {
    var result = ErrorVector()
    let (span, factors) = (elements.span, row.values.span)
    for column in 0..<ErrorIndex.count {
      let factor = factors[column]
      if factor == 0 { continue }
      let start = column * ErrorIndex.count
      for index in 0..<ErrorIndex.count {
        // Both indices are below the count.
        unsafe result.values[unchecked: index] += span[unchecked: start + index] * factor
      }
    }
    return result
  }

  /// Measurement update with the optimal gain k = c / s.
  ///
  /// For a scalar measurement and the optimal gain the Joseph form (1 − k h) P (1 − k h)ᵀ + k r kᵀ
  /// is P − c cᵀ / s. Each pair of elements changes by the same product, which keeps P exactly
  /// symmetric.
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
        // Both indices are below the count.
        unsafe span[unchecked: start + column] -= factor * factors[unchecked: column] * inverse
      }
      // Round-off must not make a variance zero or negative.
      let place = start + row
      if span[place] < 1e-18 { span[place] = 1e-18 }
    }
  }

  /// Measurement update that corrects some states; the others are consider states (Schmidt, 1966).
  ///
  /// With the gain k = g / s, where g is the cross-covariance of the corrected states and 0
  /// elsewhere, the Joseph form is P − (g cᵀ + c gᵀ − g gᵀ) / s.
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
        // Both indices are below the count.
        unsafe span[unchecked: start + column] -= factor * factors[unchecked: column] * inverse
      }
      // Round-off must not make a variance zero or negative.
      let place = start + row
      if span[place] < 1e-18 { span[place] = 1e-18 }
    }
  }

  /// Propagates the covariance of a state that integrates a linear function of the other states.
  ///
  /// - Parameters:
  ///   - row: Derivatives of the integrand; 0 with respect to the integral itself.
  ///   - interval: Integration time, s.
  ///   - index: Index of the integral.
  mutating func integrate(_ row: borrowing ErrorVector, for interval: Double, into index: Int) {
    let cross = product(row)
    let changes = cross.values.span
    let own = 2 * interval * changes[index] + interval * interval * row.dot(cross)
    let count = ErrorIndex.count
    var span = elements.mutableSpan
    for other in 0..<count where other != index {
      let sum = span[index * count + other] + interval * changes[other]
      span[index * count + other] = sum
      span[other * count + index] = sum
    }
    span[index * count + index] += own
  }

  /// Resets one state: its covariances become zero and its variance is set.
  mutating func reset(_ index: Int, variance: Double) {
    let count = ErrorIndex.count
    var span = elements.mutableSpan
    for other in 0..<count {
      span[index * count + other] = 0
      span[other * count + index] = 0
    }
    span[index * count + index] = variance
  }

  /// Resets the three states from an index on.
  mutating func reset(at index: Int, variance: Vector3) {
    for axis in 0..<3 { reset(index + axis, variance: variance[axis]) }
  }

  /// Propagates one state as a first-order Gauss–Markov process.
  mutating func fade(_ index: Int, factor: Double, adding variance: Double) {
    let count = ErrorIndex.count
    var span = elements.mutableSpan
    for other in 0..<count {
      span[index * count + other] *= factor
      span[other * count + index] *= factor
    }
    span[index * count + index] += variance
  }
}
