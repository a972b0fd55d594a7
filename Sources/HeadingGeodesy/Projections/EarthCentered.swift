public import HeadingGeometry
internal import RealModule

extension Vector3 {
  /// Earth-centred, Earth-fixed position of a coordinate, m (x to 0° N 0° E, z to the north pole).
  ///
  /// - Parameters:
  ///   - coordinate: Latitude and longitude on WGS 84.
  ///   - height: Height above the ellipsoid, m.
  public init(earthCentered coordinate: Coordinate, height: Double) {
    let (sinePhi, cosinePhi) = Angle.sineAndCosine(degrees: coordinate.latitude)
    let (sineLambda, cosineLambda) = Angle.sineAndCosine(degrees: coordinate.longitude)
    let squaredEccentricity = WGS84.squaredEccentricity
    let normal =
      WGS84.semiMajorAxis / (1 - squaredEccentricity * sinePhi * sinePhi).squareRoot()
    let equatorial = (normal + height) * cosinePhi
    self.init(
      equatorial * cosineLambda, equatorial * sineLambda,
      (normal * (1 - squaredEccentricity) + height) * sinePhi)
  }
}

extension Coordinate {
  /// Coordinate and height of an Earth-centred, Earth-fixed position.
  ///
  /// Uses Bowring's iteration on the reduced latitude; the round trip is exact within 10 nm.
  ///
  /// - Parameter position: m; x to 0° N 0° E, z to the north pole.
  /// - Returns: The coordinate and the height above the ellipsoid, m; `nil` if a component is not
  ///   finite or the position is within 1000 km of the centre, where the latitude is ill-defined.
  public static func place(
    earthCentered position: Vector3
  ) -> (coordinate: Coordinate, height: Double)? {
    guard position.isFinite, position.length > 1_000_000 else { return nil }
    let equatorial = (position.x * position.x + position.y * position.y).squareRoot()
    let polarBulge = WGS84.squaredSecondEccentricity * WGS84.semiMinorAxis
    let equatorialBulge = WGS84.squaredEccentricity * WGS84.semiMajorAxis
    var beta = ArcPoint(normalizing: position.z, equatorial * (1 - WGS84.flattening))
    var phi = beta
    for _ in 0..<6 {
      phi = ArcPoint(
        normalizing: position.z + polarBulge * beta.sine * beta.sine * beta.sine,
        equatorial - equatorialBulge * beta.cosine * beta.cosine * beta.cosine)
      beta = ArcPoint(normalizing: (1 - WGS84.flattening) * phi.sine, phi.cosine)
    }
    let height =
      equatorial * phi.cosine + position.z * phi.sine
      - WGS84.semiMajorAxis
      * (1 - WGS84.squaredEccentricity * phi.sine * phi.sine).squareRoot()
    guard
      let coordinate = Coordinate(
        latitude: DegreeMath.arctangent(y: phi.sine, x: phi.cosine),
        longitude: DegreeMath.arctangent(y: position.y, x: position.x))
    else { return nil }
    return (coordinate, height)
  }
}
