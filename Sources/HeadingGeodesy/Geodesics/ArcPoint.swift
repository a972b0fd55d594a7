/// An angle as sine and cosine: an arc length on the auxiliary sphere, or an azimuth.
struct ArcPoint {
  var sine: Double
  var cosine: Double

  /// Makes a pair without normalization.
  @inline(__always)
  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Makes a normalized pair.
  @inline(__always)
  init(normalizing sine: Double, _ cosine: Double) {
    let inverse = 1 / (sine * sine + cosine * cosine).squareRoot()
    self.sine = sine * inverse
    self.cosine = cosine * inverse
  }
}
