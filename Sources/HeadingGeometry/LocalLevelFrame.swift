/// A position and its local-level frame in Earth-centred Earth-fixed (ECEF) coordinates.
package struct LocalLevelFrame {
  /// ECEF position, m: x to 0° N 0° E, z to the north pole.
  package let position: Vector3

  private let north: Vector3
  private let east: Vector3
  private let down: Vector3

  /// Converts a geodetic position; height above the ellipsoid in m.
  package init(_ coordinate: Coordinate, height: Double) {
    let (sines, cosines) = Angle.sinesAndCosines(
      degrees: SIMD2(coordinate.latitude, coordinate.longitude))
    let squaredEccentricity = WGS84.squaredEccentricity
    let normal =
      WGS84.semiMajorAxis / (1 - squaredEccentricity * sines.x * sines.x).squareRoot()
    let equatorial = (normal + height) * cosines.x
    position = Vector3(
      equatorial * cosines.y, equatorial * sines.y,
      (normal * (1 - squaredEccentricity) + height) * sines.x)
    north = Vector3(-sines.x * cosines.y, -sines.x * sines.y, cosines.x)
    east = Vector3(-sines.y, cosines.y, 0)
    down = Vector3(-cosines.x * cosines.y, -cosines.x * sines.y, -sines.x)
  }

  /// Transforms a vector from ECEF to north, east and down.
  package func northEastDown(_ vector: Vector3) -> Vector3 {
    Vector3(north.dot(vector), east.dot(vector), down.dot(vector))
  }

  /// Transforms a vector from north, east and down to ECEF.
  package func earthCentered(_ vector: Vector3) -> Vector3 {
    north * vector.x + east * vector.y + down * vector.z
  }
}
