internal import HeadingGeometry
internal import RealModule

/// A point of the transverse Mercator projection of WGS 84, before scale and false origin.
struct TransverseMercatorPoint {
  let easting: Double
  let northing: Double
  let convergence: Angle
  let scale: Double

  /// Projects a latitude and a difference of longitude from the central meridian, degrees (Karney 2011,
  /// equations 7 to 14, convergence 23 and 24, scale 25).
  init(latitude: Double, longitudeDifference: Double) {
    let (sinePhi, cosinePhi) = Angle.sineAndCosine(degrees: latitude)
    let (sineLambda, cosineLambda) = Angle.sineAndCosine(degrees: longitudeDifference)
    let eccentricity = WGS84.squaredEccentricity.squareRoot()
    let tau = sinePhi / cosinePhi
    let hypotenuse = (1 + tau * tau).squareRoot()
    let sigma = Double.sinh(eccentricity * Double.atanh(eccentricity * tau / hypotenuse))
    let conformal = tau * (1 + sigma * sigma).squareRoot() - sigma * hypotenuse
    let conformalHypotenuse = (1 + conformal * conformal).squareRoot()
    let length = (conformal * conformal + cosineLambda * cosineLambda).squareRoot()
    let xi = Double.atan2(y: conformal, x: cosineLambda)
    let eta = Double.asinh(sineLambda / length)

    var north = xi
    var east = eta
    var p = 1.0
    var q = 0.0
    for j in 1...6 {
      let alpha = Self.alpha[j - 1]
      let twice = 2 * Double(j)
      let sine = Double.sin(twice * xi)
      let cosine = Double.cos(twice * xi)
      let sinh = Double.sinh(twice * eta)
      let cosh = Double.cosh(twice * eta)
      north += alpha * sine * cosh
      east += alpha * cosine * sinh
      p += twice * alpha * cosine * cosh
      q += twice * alpha * sine * sinh
    }
    easting = Self.radius * east
    northing = Self.radius * north
    convergence = Angle(
      radians: Double.atan2(
        y: conformal * sineLambda, x: conformalHypotenuse * cosineLambda)
        + Double.atan2(y: q, x: p))
    let squaredEccentricity = WGS84.squaredEccentricity
    let parallel =
      (1 - squaredEccentricity * sinePhi * sinePhi).squareRoot() * hypotenuse / length
    scale = Self.radius / WGS84.semiMajorAxis * (p * p + q * q).squareRoot() * parallel
  }

  /// Radius of the sphere with the ellipsoid's meridian (Karney 2011, equation 14).
  private static let radius: Double = {
    let n = WGS84.thirdFlattening
    let n2 = n * n
    return WGS84.semiMajorAxis / (1 + n) * (1 + n2 * (1.0 / 4 + n2 * (1.0 / 64 + n2 / 256)))
  }()

  /// Krüger's coefficients α₁…α₆ (Karney 2011, equation 35).
  private static let alpha: [Double] = {
    let n = WGS84.thirdFlattening
    let a1 = n * (-127.0 / 288 + n * (7891.0 / 37800))
    let a2 = n * (281.0 / 630 - n * (1_983_433.0 / 1_935_360))
    let a3 = n * (15061.0 / 26880 + n * (167_603.0 / 181_440))
    let n2 = n * n
    let n3 = n2 * n
    let n4 = n2 * n2
    let first: Double = n * (0.5 + n * (-2.0 / 3 + n * (5.0 / 16 + n * (41.0 / 180 + a1))))
    let second: Double = n2 * (13.0 / 48 + n * (-3.0 / 5 + n * (557.0 / 1440 + a2)))
    let third: Double = n3 * (61.0 / 240 + n * (-103.0 / 140 + a3))
    let fourth: Double =
      n4 * (49561.0 / 161_280 + n * (-179.0 / 168 + n * (6_601_661.0 / 7_257_600)))
    let fifth: Double = n4 * n * (34729.0 / 80640 - n * (3_418_889.0 / 1_995_840))
    let sixth: Double = n3 * n3 * (212_378_941.0 / 319_334_400)
    return [first, second, third, fourth, fifth, sixth]
  }()
}
