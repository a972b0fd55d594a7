package import HeadingProtocol
import HeadingSensing

/// The quantities that the available sensors provide.
public struct SensorAvailability: Sendable, Hashable {
  /// Whether there is a magnetometer or another compass.
  public var hasHeading = false

  /// Whether there is a source of positions.
  public var hasLocation = false

  /// Whether there is a barometer.
  public var hasPressure = false

  /// Whether there is an accelerometer.
  public var hasMotion = false

  /// Whether there is a gyroscope.
  public var hasRotation = false

  /// Creates an availability without sensors.
  public init() {}

  /// Creates the availability of a daemon's sensors: those that are not absent and have reported.
  package init(_ sensors: [StatusMessage.Sensor]) {
    for sensor in sensors where sensor.reportedState != .absent {
      guard sensor.reportedState != nil || sensor.count > 0 else { continue }
      switch sensor.kind {
      case .magnetometer, .compass: hasHeading = true
      case .accelerometer: hasMotion = true
      case .gyroscope: hasRotation = true
      case .barometer: hasPressure = true
      case .gnss: hasLocation = true
      case nil: continue
      }
    }
  }
}
