internal import HeadingGeometry

/// A position in geocentric spherical coordinates.
struct GeocentricPlace {
  /// Sine and cosine of the geocentric latitude.
  let sine: Double
  let cosine: Double

  /// Sine and cosine of the longitude.
  let sineOfLongitude: Double
  let cosineOfLongitude: Double

  /// The geomagnetic reference radius, 6371.2 km, over the distance from the Earth's centre.
  let radiusRatio: Double

  /// Sine and cosine of geocentric minus geodetic latitude.
  let sineOfTilt: Double
  let cosineOfTilt: Double

  /// Converts a geodetic position (WMM2025 report: geodetic to spherical); height above the
  /// ellipsoid in m.
  @inline(__always)
  init(_ coordinate: Coordinate, height: Double) {
    let (sines, cosines) = Angle.sinesAndCosines(
      degrees: SIMD2(coordinate.latitude, coordinate.longitude))
    let sinePhi = sines.x
    let cosinePhi = cosines.x
    sineOfLongitude = sines.y
    cosineOfLongitude = cosines.y
    let squaredEccentricity = WGS84.squaredEccentricity
    let curvature =
      WGS84.semiMajorAxis / (1 - squaredEccentricity * sinePhi * sinePhi).squareRoot()
    let equatorial = (curvature + height) * cosinePhi
    let polar = (curvature * (1 - squaredEccentricity) + height) * sinePhi
    let inverseRadius = 1 / (equatorial * equatorial + polar * polar).squareRoot()
    radiusRatio = 6_371_200 * inverseRadius
    sine = polar * inverseRadius
    cosine = equatorial * inverseRadius
    sineOfTilt = sine * cosinePhi - cosine * sinePhi
    cosineOfTilt = cosine * cosinePhi + sine * sinePhi
  }

  /// Rotates a vector from the geocentric to the geodetic north-east-down frame by φ′ − φ (WMM2025
  /// report).
  @inline(__always)
  func horizonVector(_ vector: Vector3) -> Vector3 {
    Vector3(
      vector.x * cosineOfTilt - vector.z * sineOfTilt, vector.y,
      vector.x * sineOfTilt + vector.z * cosineOfTilt)
  }
}
