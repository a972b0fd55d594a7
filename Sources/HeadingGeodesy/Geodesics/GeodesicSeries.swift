internal import HeadingGeometry

/// The integrals of a geodesic on WGS 84 as series of order 6 (Karney 2013).
///
/// C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013) 43–55,
/// https://doi.org/10.1007/s00190-012-0578-z; GeographicLib's documentation contains the same
/// series.
enum GeodesicSeries {
  /// ε of k² = e′² cos² α₀.
  @inline(__always)
  static func epsilon(squaredK: Double) -> Double {
    squaredK / (2 * (1 + (1 + squaredK).squareRoot()) + squaredK)
  }

  /// A₁ − 1: scale of the distance.
  @inline(__always)
  static func a1MinusOne(_ e: Double) -> Double {
    let q = e * e
    return (q * (64 + q * (4 + q)) / 256 + e) / (1 - e)
  }

  /// C₁: distance from arc length.
  @inline(__always)
  static func c1(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = e * q
    let e4 = q * q
    return SineSeries(
      c1: e * (-16 + q * (6 - q)) / 32,
      c2: q * (-128 + q * (64 - 9 * q)) / 2048,
      c3: e3 * (-16 + 9 * q) / 768,
      c4: e4 * (-5 + 3 * q) / 512,
      c5: e4 * e * (-7.0 / 1280),
      c6: e4 * q * (-7.0 / 2048))
  }

  /// C₁′: arc length from distance.
  @inline(__always)
  static func c1Reverted(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = e * q
    let e4 = q * q
    return SineSeries(
      c1: e * (768 + q * (-432 + 205 * q)) / 1536,
      c2: q * (3840 + q * (-4736 + 4005 * q)) / 12288,
      c3: e3 * (116 - 225 * q) / 384,
      c4: e4 * (2695 - 7173 * q) / 7680,
      c5: e4 * e * (3467.0 / 7680),
      c6: e4 * q * (38081.0 / 61440))
  }

  /// A₂ − 1: scale of the reduced length.
  @inline(__always)
  static func a2MinusOne(_ e: Double) -> Double {
    let q = e * e
    return (q * (-192 + q * (-28 - 11 * q)) / 256 - e) / (1 + e)
  }

  /// C₂: reduced length.
  @inline(__always)
  static func c2(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = e * q
    let e4 = q * q
    return SineSeries(
      c1: e * (16 + q * (2 + q)) / 32,
      c2: q * (384 + q * (64 + 35 * q)) / 2048,
      c3: e3 * (80 + 15 * q) / 768,
      c4: e4 * (35 + 7 * q) / 512,
      c5: e4 * e * (63.0 / 1280),
      c6: e4 * q * (77.0 / 2048))
  }

  /// A₃: scale of the longitude.
  @inline(__always)
  static func a3(_ e: Double) -> Double {
    let n = WGS84.thirdFlattening
    let k1 = (n - 1) / 2
    let k2 = (n * (3 * n - 1) - 2) / 8
    let k3 = (n * (-n - 3) - 1) / 16
    let k4 = (-2 * n - 3) / 64
    return 1 + e * (k1 + e * (k2 + e * (k3 + e * (k4 - e * (3.0 / 128)))))
  }

  /// C₃: longitude from arc length; its sixth term is of order 7.
  @inline(__always)
  static func c3(_ e: Double) -> SineSeries {
    let n = WGS84.thirdFlattening
    let q = e * e
    let k11 = (1 - n) / 4
    let k12 = (1 - n * n) / 8
    let k13 = (3 + n * (3 - n)) / 64
    let k14 = (5 + 2 * n) / 128
    let k22 = (2 + n * (-3 + n)) / 32
    let k23 = (3 + n * (-2 - 3 * n)) / 64
    let k24 = (3 + n) / 128
    let k33 = (5 + n * (-9 + 5 * n)) / 192
    let k34 = (9 - 10 * n) / 384
    let k44 = (7 - 14 * n) / 512
    return SineSeries(
      c1: e * (k11 + e * (k12 + e * (k13 + e * (k14 + e * (3.0 / 128))))),
      c2: q * (k22 + e * (k23 + e * (k24 + e * (5.0 / 256)))),
      c3: q * e * (k33 + e * (k34 + e * (7.0 / 512))),
      c4: q * q * (k44 + e * (7.0 / 512)),
      c5: q * q * e * (21.0 / 2560),
      c6: 0)
  }
}
