/// What a ``CLHeading`` holds.
struct HeadingValues: Sendable, Hashable {
  var magneticHeading: CLLocationDirection = -1
  var trueHeading: CLLocationDirection = -1
  var headingAccuracy: CLLocationDirection = -1
  var x: CLHeadingComponentValue = 0
  var y: CLHeadingComponentValue = 0
  var z: CLHeadingComponentValue = 0
  var timestamp = Date()

  /// Takes an update's field, µT, if it has one, and its time.
  mutating func take(_ field: [Double]?, _ date: Date) {
    if let field, field.count == 3 { (x, y, z) = (field[0], field[1], field[2]) }
    timestamp = date
  }
}
