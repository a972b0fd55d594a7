/// What a ``CLLocation`` holds.
struct LocationValues: Sendable {
  var coordinate = CLLocationCoordinate2D()
  var altitude: CLLocationDistance = 0
  /// 0 where the vertical accuracy says that there is none.
  var ellipsoidalAltitude: CLLocationDistance = 0
  var horizontalAccuracy: CLLocationAccuracy = 0
  var verticalAccuracy: CLLocationAccuracy = -1
  var course: CLLocationDirection = -1
  var courseAccuracy: CLLocationDirectionAccuracy = -1
  var speed: CLLocationSpeed = -1
  var speedAccuracy: CLLocationSpeedAccuracy = -1
  var timestamp = Date()
  var floor: Int?
  /// Whether software made the place up and whether an accessory found it; `nil` if nobody knows.
  var source: (isSimulated: Bool, isFromAccessory: Bool)?

  /// Whether both are the same in every value.
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
