import HeadingGeometry
import HeadingProtocol

/// The earth frame `map`: east, north, up at the first position of a stream.
struct MapFrame {
  private let origin: LocalLevelFrame

  /// Whether heights are above the ellipsoid, not above the sea.
  ///
  /// A receiver without a geoid model may give the latter only; differences of both agree.
  private let isEllipsoidal: Bool

  /// The frame at an update's position; `nil` without position or height.
  init?(at update: SolutionMessage) {
    isEllipsoidal = update.ellipsoidalAltitude != nil
    guard let origin = Self.place(update, isEllipsoidal: isEllipsoidal) else { return nil }
    self.origin = origin
  }

  /// Position in the frame, m, and the rotation from east, north, up there into the frame.
  func pose(of update: SolutionMessage) -> (position: Vector3, rotation: Quaternion)? {
    guard let place = Self.place(update, isEllipsoidal: isEllipsoidal) else { return nil }
    func turned(_ vector: Vector3) -> Vector3 {
      Self.swapped(origin.northEastDown(place.earthCentered(Self.swapped(vector))))
    }
    return (
      Self.swapped(origin.northEastDown(place.position - origin.position)),
      Quaternion(
        rotation: Matrix3(
          columns: turned(Vector3(1, 0, 0)), turned(Vector3(0, 1, 0)), turned(Vector3(0, 0, 1))))
    )
  }

  /// From north, east, down to east, north, up, and back.
  private static func swapped(_ vector: Vector3) -> Vector3 {
    Vector3(vector.y, vector.x, -vector.z)
  }

  private static func place(
    _ update: SolutionMessage, isEllipsoidal: Bool
  ) -> LocalLevelFrame? {
    guard let latitude = update.latitude, let longitude = update.longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      let height = isEllipsoidal ? update.ellipsoidalAltitude : update.altitude, height.isFinite
    else { return nil }
    return LocalLevelFrame(coordinate, height: height)
  }
}
