/// A series Σ cₗ sin 2lσ of six terms, the form of all integrals of a geodesic (Karney 2013).
struct SineSeries {
  var c1, c2, c3, c4, c5, c6: Double

  /// Sum by Clenshaw's recursion.
  @inline(__always)
  func value(sine: Double, cosine: Double) -> Double {
    let twice = 2 * (cosine - sine) * (cosine + sine)
    let b5 = twice * c6 + c5
    let b4 = twice * b5 - c6 + c4
    let b3 = twice * b4 - b5 + c3
    let b2 = twice * b3 - b4 + c2
    let b1 = twice * b2 - b3 + c1
    return 2 * sine * cosine * b1
  }

  /// Difference of the sums at two points.
  @inline(__always)
  func difference(from start: ArcPoint, to end: ArcPoint) -> Double {
    value(sine: end.sine, cosine: end.cosine) - value(sine: start.sine, cosine: start.cosine)
  }
}
