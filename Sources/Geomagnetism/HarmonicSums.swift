/// Sums over all terms of order 1 and up: the parts of cos mλ and of sin mλ; field, and rate.
struct HarmonicSums {
  /// Of g P: with the weighted sum, the radial component.
  var plain = SIMD2<Double>.zero
  var plainRate = SIMD2<Double>.zero

  /// Of n g P.
  var weighted = SIMD2<Double>.zero
  var weightedRate = SIMD2<Double>.zero

  /// Of the slopes of P.
  var slope = SIMD2<Double>.zero
  var slopeRate = SIMD2<Double>.zero

  /// Of m g P, turned by 90° in longitude.
  var east = SIMD2<Double>.zero
  var eastRate = SIMD2<Double>.zero
}
