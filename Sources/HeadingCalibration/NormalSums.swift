/// Sums over samples, over all parameters, in place: nothing is allocated for a sample.
struct NormalSums {
  var matrix = InlineArray<20, FieldParameters.Row>(repeating: FieldParameters.Row(repeating: 0))
  var right = FieldParameters.Row(repeating: 0)

  /// Adds one row with its residual, both divided by their standard deviation.
  ///
  /// - Parameters:
  ///   - row: The derivative of the residual.
  ///   - residual: The residual at the current parameters.
  ///   - weight: How much the sample counts.
  ///   - count: Parameters from here on are zero in the row.
  mutating func add(_ row: FieldParameters.Row, residual: Double, weight: Double, count: Int) {
    for a in 0..<count {
      let scaled = row[a] * weight
      guard scaled != 0 else { continue }
      right[a] -= scaled * residual
      for b in 0...a { matrix[a][b] += scaled * row[b] }
    }
  }
}
