/// A sum over the terms of an order at two positions, for g, h and their rates.
struct PairTerm {
  var g = SIMD2<Double>.zero
  var h = SIMD2<Double>.zero
  var gRate = SIMD2<Double>.zero
  var hRate = SIMD2<Double>.zero

  /// Adds another sum.
  @inline(__always)
  mutating func add(_ other: PairTerm) {
    g += other.g
    h += other.h
    gRate += other.gRate
    hRate += other.hRate
  }
}
