/// A sensor that a guided calibration calibrates.
public enum CalibratedSensor: String, Sendable, Hashable, CaseIterable, Codable {
  /// By turning the device, or by a known heading.
  case magnetometer

  /// By laying the device on each of its six sides.
  case accelerometer

  /// By leaving the device at rest.
  case gyroscope
}
