/// The kinds of sensors that the service reads.
public enum SensorKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Three-axis magnetometer.
  case magnetometer

  /// Three-axis accelerometer.
  case accelerometer

  /// Three-axis gyroscope.
  case gyroscope

  /// Absolute pressure sensor.
  case barometer

  /// An external compass: a device that computes its own tilt-compensated magnetic heading (a HID
  /// compass).
  case compass

  /// GNSS receiver.
  case gnss

  /// The kind's name in messages.
  public var name: String {
    switch self {
    case .magnetometer: "magnetometer"
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .barometer: "barometer"
    case .compass: "compass"
    case .gnss: "GNSS receiver"
    }
  }
}
