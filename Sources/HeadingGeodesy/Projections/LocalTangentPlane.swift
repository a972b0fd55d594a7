public import HeadingGeometry

/// Local ENU frame, m: tangent plane of the ellipsoid at a point.
public struct LocalTangentPlane: Sendable, Hashable {
  /// The point of tangency.
  public let origin: Coordinate

  /// Height of the origin above the ellipsoid, m.
  public let height: Double

  private let center: Vector3

  /// Rotation matrix from Earth-centred to local: rows east, north and up.
  private let axes: Matrix3

  /// Makes the plane at a coordinate and a height above the ellipsoid, m.
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

  /// East, north and up of a coordinate, m.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate.
  ///   - height: Height above the ellipsoid, m.
  /// - Returns: The vector from the origin, exact at any distance.
  public func vector(to coordinate: Coordinate, height: Double) -> Vector3 {
    axes * (Vector3(earthCentered: coordinate, height: height) - center)
  }

  /// Coordinate and height at an east, north and up vector from the origin.
  ///
  /// - Parameter vector: East, north, up, m.
  /// - Returns: The coordinate and the height above the ellipsoid, m; `nil` if a component is not
  ///   finite or the position is within 1000 km of the Earth's centre.
  public func place(at vector: Vector3) -> (coordinate: Coordinate, height: Double)? {
    Coordinate.place(earthCentered: center + axes.transposed * vector)
  }
}
