package import HeadingProtocol
package import HeadingSensing

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
    add(
      sensors.filter { sensor in
        sensor.reportedState != .absent && (sensor.reportedState != nil || sensor.count > 0)
      }.compactMap(\.kind))
  }

  /// Adds what kinds of sensors provide.
  package mutating func add(_ kinds: some Sequence<SensorKind>) {
    for kind in kinds {
      switch kind {
      case .magnetometer, .compass: hasHeading = true
      case .accelerometer: hasMotion = true
      case .gyroscope: hasRotation = true
      case .barometer: hasPressure = true
      case .gnss: hasLocation = true
      }
    }
  }
}
