/// What a ``CLHeading`` holds.
struct HeadingValues: Sendable, Hashable {
  var magneticHeading: CLLocationDirection = -1
  var trueHeading: CLLocationDirection = -1
  var headingAccuracy: CLLocationDirection = -1
  var x: CLHeadingComponentValue = 0
  var y: CLHeadingComponentValue = 0
  var z: CLHeadingComponentValue = 0
  var timestamp = Date()
}
