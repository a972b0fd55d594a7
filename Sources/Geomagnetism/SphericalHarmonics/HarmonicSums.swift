/// Sums over all terms of order 1 and up: coefficients of cos mλ and sin mλ, field and rate.
struct HarmonicSums {
  /// Sum of g P; with the weighted sum, the radial component.
  var plain = SIMD2<Double>.zero
  var plainRate = SIMD2<Double>.zero

  /// Sum of n g P.
  var weighted = SIMD2<Double>.zero
  var weightedRate = SIMD2<Double>.zero

  /// Sum of the derivatives of P.
  var slope = SIMD2<Double>.zero
  var slopeRate = SIMD2<Double>.zero

  /// Sum of m g P, shifted by 90° in longitude.
  var east = SIMD2<Double>.zero
  var eastRate = SIMD2<Double>.zero
}
