package import HeadingSensing

extension FeedSensor {
  /// The kind of sensor; `nil` for a temperature or a humidity.
  package var kind: SensorKind? { quantity.kind }
}
