extension HarmonicExpansion {
  /// Field and secular variation at a position: north, east and down of the geocentric frame.
  ///
  /// - Parameters:
  ///   - place: The position in geocentric coordinates.
  ///   - years: Time since the epoch in years.
  /// - Returns: The field, T, and its rate, T/year.
  @inline(__always)
  func sum(at place: GeocentricPlace, years: Double) -> (field: SIMD3<Double>, rate: SIMD3<Double>)
  {
    guard shape.degree <= 13 else { return largeSum(at: place, years: years) }
    let shape = shape
    let table = table.span
    // Stack allocation of at most 1024 bytes, which suffices up to degree 13.
    return unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { functions in
      let summing = unsafe functions.baseAddress.map {
        unsafe HarmonicSummation(shape: shape, functions: $0)
      }
      return summing?.sum(table, at: place, years: years) ?? (.zero, .zero)
    }
  }

  /// The same for any degree up to ``MagneticModel/largestDegree``.
  @inline(never)
  private func largeSum(
    at place: GeocentricPlace, years: Double
  ) -> (field: SIMD3<Double>, rate: SIMD3<Double>) {
    // 16 orders of 201 degrees, two numbers an element: 26 kB of stack.
    var functions = InlineArray<1608, SIMD2<Double>>(repeating: .zero)
    var span = functions.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      let summing = unsafe bytes.baseAddress.map {
        unsafe HarmonicSummation(shape: shape, functions: $0)
      }
      return summing?.sum(table.span, at: place, years: years) ?? (.zero, .zero)
    }
  }
}
