internal import HeadingGeometry

/// Two positions in geocentric spherical coordinates.
struct PairPlace {
  /// Sines and cosines of the geocentric latitudes.
  let sine: SIMD2<Double>
  let cosine: SIMD2<Double>

  /// Sines and cosines of the longitudes.
  let sineOfLongitude: SIMD2<Double>
  let cosineOfLongitude: SIMD2<Double>

  /// The geomagnetic reference radius over the distances from the Earth's centre, and its inverse.
  let radiusRatio: SIMD2<Double>
  let inverseRatio: SIMD2<Double>

  private let sineOfTilt: SIMD2<Double>
  private let cosineOfTilt: SIMD2<Double>

  /// Converts two geodetic positions, see ``GeocentricPlace``.
  @inline(__always)
  init(_ first: MagneticPoint, _ second: MagneticPoint) {
    let (sinePhi, cosinePhi) = Angle.sinesAndCosines(
      degrees: SIMD2(first.coordinate.latitude, second.coordinate.latitude))
    (sineOfLongitude, cosineOfLongitude) = Angle.sinesAndCosines(
      degrees: SIMD2(first.coordinate.longitude, second.coordinate.longitude))
    let height = SIMD2(first.ellipsoidalHeight, second.ellipsoidalHeight)
    let squaredEccentricity = WGS84.squaredEccentricity
    let curvature =
      WGS84.semiMajorAxis / (1 - squaredEccentricity * sinePhi * sinePhi).squareRoot()
    let equatorial = (curvature + height) * cosinePhi
    let polar = (curvature * (1 - squaredEccentricity) + height) * sinePhi
    let radius = (equatorial * equatorial + polar * polar).squareRoot()
    let inverseRadius = 1 / radius
    radiusRatio = 6_371_200 * inverseRadius
    inverseRatio = radius * (1 / 6_371_200)
    sine = polar * inverseRadius
    cosine = equatorial * inverseRadius
    sineOfTilt = sine * cosinePhi - cosine * sinePhi
    cosineOfTilt = cosine * cosinePhi + sine * sinePhi
  }

  /// Rotates vectors from the geocentric to the geodetic north-east-down frame.
  @inline(__always)
  func horizon(
    north: SIMD2<Double>, east: SIMD2<Double>, down: SIMD2<Double>
  ) -> (north: SIMD2<Double>, east: SIMD2<Double>, down: SIMD2<Double>) {
    (
      north * cosineOfTilt - down * sineOfTilt, east,
      north * sineOfTilt + down * cosineOfTilt
    )
  }
}
