/// A direction as sine and cosine: a point on the auxiliary sphere's great circle, or an azimuth.
struct ArcPoint {
  var sine: Double
  var cosine: Double

  /// Makes a pair as it is.
  @inline(__always)
  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Makes a pair of length 1.
  @inline(__always)
  init(normalizing sine: Double, _ cosine: Double) {
    let inverse = 1 / (sine * sine + cosine * cosine).squareRoot()
    self.sine = sine * inverse
    self.cosine = cosine * inverse
  }
}
