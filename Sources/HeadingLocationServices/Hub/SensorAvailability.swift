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
}
