/// A sensor of a binary declaration.
package struct FeedSensorFrame: Sendable, Hashable {
  /// The sensor, without the name of the chip whose temperature it is.
  var sensor: FeedSensor

  /// Index of the sensor whose temperature it is.
  var chip: Int?
}
