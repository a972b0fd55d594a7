/// What is kept of a chain to find its own step once the common one is known.
struct ChainReduction {
  /// Cholesky factor of the chain's own sums.
  var factor: [Double]
  /// The factor's inverse times the sums of own and common parameters, a row for each own one.
  var coupling: [Double]
  /// The factor's inverse times the chain's right side.
  var value: [Double]
}
