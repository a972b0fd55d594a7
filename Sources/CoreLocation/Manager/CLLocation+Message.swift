import HeadingProtocol

extension CLLocation {
  /// Creates the location of an update; −180° for a missing coordinate, −1 for missing accuracies,
  /// course and speed.
  convenience init(_ message: SolutionMessage, date: Date) {
    var values = LocationValues()
    values.coordinate = CLLocationCoordinate2D(
      latitude: message.latitude ?? -180, longitude: message.longitude ?? -180)
    values.horizontalAccuracy = message.horizontalAccuracy ?? -1
    values.altitude = message.altitude ?? 0
    values.ellipsoidalAltitude = message.ellipsoidalAltitude ?? 0
    // Both altitudes share one accuracy, which is invalid without an altitude.
    values.verticalAccuracy = message.altitude == nil ? -1 : message.verticalAccuracy ?? -1
    values.course = message.course ?? -1
    values.courseAccuracy = message.course == nil ? -1 : message.courseAccuracy ?? -1
    values.speed = message.speed ?? -1
    values.speedAccuracy = message.speed == nil ? -1 : message.speedAccuracy ?? -1
    values.timestamp = date.addingTimeInterval(-(message.fixAge ?? 0))
    values.source = (message.simulated, false)
    self.init(values)
  }
}
