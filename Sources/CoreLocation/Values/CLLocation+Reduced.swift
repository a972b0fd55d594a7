import HeadingAuthorization

extension CLLocation {
  /// The location with reduced accuracy: the centre of its 5 km cell, without altitude and motion.
  var reduced: CLLocation? {
    guard let place = coordinate.coordinate else { return nil }
    var values = LocationValues()
    values.coordinate = CLLocationCoordinate2D(ReducedAccuracyFilter.cell(of: place))
    values.horizontalAccuracy = max(horizontalAccuracy, ReducedAccuracyFilter.accuracy)
    values.timestamp = timestamp
    values.source = sourceInformation.map { ($0.isSimulatedBySoftware, $0.isProducedByAccessory) }
    return CLLocation(values)
  }
}
