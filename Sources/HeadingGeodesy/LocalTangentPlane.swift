public import HeadingGeometry

/// East, north and up in m about a place: the plane that touches the ellipsoid there.
public struct LocalTangentPlane: Sendable, Hashable {
  /// The place the plane touches.
  public let origin: Coordinate

  /// Height of the origin above the ellipsoid, m.
  public let height: Double

  private let center: Vector3

  /// Rows: east, north and up in the Earth-centred frame.
  private let axes: Matrix3

  /// Makes the plane of a place; height above the ellipsoid in m.
  public init(origin: Coordinate, height: Double = 0) {
    self.origin = origin
    self.height = height
    center = Vector3(earthCentered: origin, height: height)
    let (sinePhi, cosinePhi) = Angle.sineAndCosine(degrees: origin.latitude)
    let (sineLambda, cosineLambda) = Angle.sineAndCosine(degrees: origin.longitude)
    axes = Matrix3(
      rows: Vector3(-sineLambda, cosineLambda, 0),
      Vector3(-sinePhi * cosineLambda, -sinePhi * sineLambda, cosinePhi),
      Vector3(cosinePhi * cosineLambda, cosinePhi * sineLambda, sinePhi))
  }

  /// East, north and up of a place, m.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - height: Its height above the ellipsoid, m.
  /// - Returns: The vector from the origin, exact at any distance.
  public func vector(to coordinate: Coordinate, height: Double) -> Vector3 {
    axes * (Vector3(earthCentered: coordinate, height: height) - center)
  }

  /// The place at an east, north and up vector from the origin, in m.
  ///
  /// - Parameter vector: East, north, up, m.
  /// - Returns: The place and its height above the ellipsoid; `nil` if a component is not finite or
  ///   it is within 1000 km of the Earth's centre.
  public func place(at vector: Vector3) -> (coordinate: Coordinate, height: Double)? {
    Coordinate.place(earthCentered: center + axes.transposed * vector)
  }
}
