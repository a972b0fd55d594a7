internal import HeadingGeometry

/// A place's position and horizon in the Earth-centred frame.
struct Horizon {
  /// x to 0° N 0° E, z to the north pole, m.
  let position: Vector3

  private let north: Vector3
  private let east: Vector3
  private let down: Vector3

  /// Converts a place; height above the ellipsoid in m.
  init(_ coordinate: Coordinate, height: Double) {
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

  /// A vector of the Earth-centred frame as north, east and down.
  func northEastDown(_ vector: Vector3) -> Vector3 {
    Vector3(north.dot(vector), east.dot(vector), down.dot(vector))
  }

  /// North, east and down as a vector of the Earth-centred frame.
  func earthCentered(_ vector: Vector3) -> Vector3 {
    north * vector.x + east * vector.y + down * vector.z
  }
}
