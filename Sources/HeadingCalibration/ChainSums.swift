/// Sums of a chain's own parameters, and of those with the common ones.
struct ChainSums {
  typealias Own = InlineArray<7, Double>

  var matrix = InlineArray<7, Own>(repeating: Own(repeating: 0))
  var coupling = InlineArray<7, FieldParameters.Row>(
    repeating: FieldParameters.Row(repeating: 0))
  var right = Own(repeating: 0)

  /// Adds one row with its residual, both divided by their standard deviation.
  mutating func add(
    own: Own, common: FieldParameters.Row, residual: Double, weight: Double, count: Int
  ) {
    for a in 0..<7 {
      let scaled = own[a] * weight
      guard scaled != 0 else { continue }
      right[a] -= scaled * residual
      for b in 0...a { matrix[a][b] += scaled * own[b] }
      for b in 0..<count { coupling[a][b] += scaled * common[b] }
    }
  }
}
