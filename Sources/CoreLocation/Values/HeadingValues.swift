/// The stored values of a ``CLHeading``.
struct HeadingValues: Sendable, Hashable {
  var magneticHeading: CLLocationDirection = -1
  var trueHeading: CLLocationDirection = -1
  var headingAccuracy: CLLocationDirection = -1
  var x: CLHeadingComponentValue = 0
  var y: CLHeadingComponentValue = 0
  var z: CLHeadingComponentValue = 0
  var timestamp = Date()

  /// Sets the time and, if the update has one, the field, µT.
  mutating func take(_ field: [Double]?, _ date: Date) {
    if let field, field.count == 3 { (x, y, z) = (field[0], field[1], field[2]) }
    timestamp = date
  }
}
