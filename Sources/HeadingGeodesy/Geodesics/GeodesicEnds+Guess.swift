internal import HeadingGeometry
internal import RealModule

extension GeodesicEnds {
  /// Initial estimate of the azimuth at the start, or the solution of a short line.
  struct Guess {
    var startAzimuth: ArcPoint
    var endAzimuth = ArcPoint(sine: 0, cosine: 1)

    /// Length over b of a line so short that the sphere of its mean latitude is exact.
    var shortDistance: Double?
  }

  /// Starting point of Newton's method (Karney 2013).
  func guess() -> Guess {
    let sine12 = end.sine * start.cosine - end.cosine * start.sine
    let cosine12 = end.cosine * start.cosine + end.sine * start.sine
    let sineSum = end.sine * start.cosine + end.cosine * start.sine
    let isShort = cosine12 >= 0 && sine12 < 0.5 && end.cosine * longitude < 0.5
    var omega = longitudeArc
    var meanScale = 1.0
    if isShort {
      let sum = (start.sine + end.sine) * (start.sine + end.sine)
      let other = (start.cosine + end.cosine) * (start.cosine + end.cosine)
      let squaredMean = sum / (sum + other)
      meanScale = (1 + WGS84.squaredSecondEccentricity * squaredMean).squareRoot()
      let radians = longitude / ((1 - WGS84.flattening) * meanScale)
      omega = ArcPoint(sine: Double.sin(radians), cosine: Double.cos(radians))
    }
    var azimuth = Self.azimuth(omega, start, end, sine12, sineSum)
    let sineArc =
      (azimuth.sine * azimuth.sine + azimuth.cosine * azimuth.cosine).squareRoot()
    let cosineArc = start.sine * end.sine + start.cosine * end.cosine * omega.cosine

    if isShort && sineArc < Self.shortArc {
      let bend = start.cosine * end.sine
      let final = ArcPoint(
        normalizing: start.cosine * omega.sine,
        sine12 - bend * (omega.sine * omega.sine / (1 + omega.cosine)))
      let arc = Double.atan2(y: sineArc, x: cosineArc)
      return Guess(
        startAzimuth: sineArc > 0
          ? ArcPoint(normalizing: azimuth.sine, azimuth.cosine) : ArcPoint(sine: 0, cosine: 1),
        endAzimuth: sineArc > 0 ? final : ArcPoint(sine: 0, cosine: 1),
        shortDistance: arc * meanScale)
    }
    let n = WGS84.thirdFlattening
    if cosineArc < 0 && sineArc < 6 * n * .pi * start.cosine * start.cosine {
      azimuth = antipodalAzimuth(sineSum: sineSum)
    }
    guard azimuth.sine > 0 else { return Guess(startAzimuth: ArcPoint(sine: 1, cosine: 0)) }
    return Guess(startAzimuth: ArcPoint(normalizing: azimuth.sine, azimuth.cosine))
  }

  /// Arc below which the equivalent sphere is exact to rounding (Karney 2013).
  private static let shortArc =
    0.1 * 0x1p-26 / (WGS84.flattening * (1 - WGS84.flattening / 2) / 2).squareRoot()

  /// Azimuth on a sphere, not normalized, in a form without cancellation.
  @inline(__always)
  private static func azimuth(
    _ omega: ArcPoint, _ start: ArcPoint, _ end: ArcPoint, _ sine12: Double, _ sineSum: Double
  ) -> ArcPoint {
    let bend = end.cosine * start.sine * omega.sine * omega.sine
    return ArcPoint(
      sine: end.cosine * omega.sine,
      cosine: omega.cosine >= 0
        ? sine12 + bend / (1 + omega.cosine) : sineSum - bend / (1 - omega.cosine))
  }

  /// Azimuth for nearly antipodal points, from the astroid envelope of their geodesics.
  private func antipodalAzimuth(sineSum: Double) -> ArcPoint {
    let epsilon = GeodesicSeries.epsilon(
      squaredK: start.sine * start.sine * WGS84.squaredSecondEccentricity)
    let scale = WGS84.flattening * start.cosine * GeodesicSeries.a3(epsilon) * .pi
    let x = Double.atan2(y: -longitudeArc.sine, x: -longitudeArc.cosine) / scale
    let y = sineSum / (scale * start.cosine)
    if y > -200 * 0x1p-52 && x > -1 - 1000 * 0x1p-26 {
      let sine = min(1, -x)
      return ArcPoint(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let root = Self.astroidRoot(x: x, y: y)
    let omega = scale * (-x * root / (1 + root))
    return Self.azimuth(
      ArcPoint(sine: Double.sin(omega), cosine: -Double.cos(omega)), start, end, 0, sineSum)
  }

  /// The positive root of k⁴ + 2k³ − (x² + y² − 1)k² − 2y²k − y² = 0.
  private static func astroidRoot(x: Double, y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    if q == 0 && r <= 0 { return 0 }
    let s = p * q / 4
    let squaredR = r * r
    let cubedR = r * squaredR
    let discriminant = s * (s + 2 * cubedR)
    var u = r
    if discriminant >= 0 {
      var cube = s + cubedR
      cube += cube < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
      let t = Double.root(cube, 3)
      u += t + (t != 0 ? squaredR / t : 0)
    } else {
      let angle = Double.atan2(y: (-discriminant).squareRoot(), x: -(s + cubedR))
      u += 2 * r * Double.cos(angle / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }
}
