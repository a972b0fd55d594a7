/// The stored values of a ``CLLocation``.
struct LocationValues: Sendable {
  var coordinate = CLLocationCoordinate2D()
  var altitude: CLLocationDistance = 0
  /// Height above the WGS 84 ellipsoid, m; 0 if unknown.
  var ellipsoidalAltitude: CLLocationDistance = 0
  var horizontalAccuracy: CLLocationAccuracy = 0
  var verticalAccuracy: CLLocationAccuracy = -1
  var course: CLLocationDirection = -1
  var courseAccuracy: CLLocationDirectionAccuracy = -1
  var speed: CLLocationSpeed = -1
  var speedAccuracy: CLLocationSpeedAccuracy = -1
  var timestamp = Date()
  var floor: Int?
  /// Whether it is simulated, and whether an accessory measured it; `nil` if unknown.
  var source: (isSimulated: Bool, isFromAccessory: Bool)?

  /// Returns whether all values are equal.
  func isSame(as other: LocationValues) -> Bool {
    numbers == other.numbers && timestamp == other.timestamp && floor == other.floor
      && source?.isSimulated == other.source?.isSimulated
      && source?.isFromAccessory == other.source?.isFromAccessory
  }

  private var numbers: [Double] {
    [
      coordinate.latitude, coordinate.longitude, altitude, ellipsoidalAltitude,
      horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed, speedAccuracy,
    ]
  }
}
