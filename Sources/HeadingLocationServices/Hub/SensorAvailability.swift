package import HeadingProtocol
import HeadingSensing

/// What the sensors that a program can reach are able to tell.
public struct SensorAvailability: Sendable, Hashable {
  /// Whether there is a magnetometer, or a compass of its own.
  public var hasHeading = false

  /// Whether there is a source of places.
  public var hasLocation = false

  /// Whether there is a barometer.
  public var hasPressure = false

  /// Whether there is an accelerometer.
  public var hasMotion = false

  /// Whether there is a gyroscope.
  public var hasRotation = false

  /// Makes the availability of nothing.
  public init() {}

  /// What a daemon's sensors are able to tell: those that are not absent and have been heard of.
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
