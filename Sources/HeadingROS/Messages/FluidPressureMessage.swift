/// `sensor_msgs/FluidPressure`.
package struct FluidPressureMessage: Sendable, Hashable {
  /// Time and frame.
  package var header = ROSHeader()

  /// Absolute pressure, Pa.
  package var pressure = 0.0

  /// Its variance, Pa²; 0 is unknown.
  package var variance = 0.0

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    ROSRecord(
      "sensor_msgs/FluidPressure",
      [
        header.field, ROSField("fluid_pressure", .float64(pressure)),
        ROSField("variance", .float64(variance)),
      ])
  }
}
