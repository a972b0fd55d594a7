/// What a guided calibration shall reach.
public struct CalibrationRequest: Sendable, Hashable {
  /// What is calibrated; ``target`` and ``heading`` are the magnetometer's.
  public var sensor: CalibratedSensor

  /// Wanted heading error, degrees, 1σ, at 20° of tilt, 0.01 to 20; `nil` for the default after all directions are
  /// covered.
  public var target: Double?

  /// Known magnetic heading of a body at rest, degrees; `nil` for one that is turned.
  public var heading: Double?

  /// Creates a request.
  public init(
    _ sensor: CalibratedSensor = .magnetometer, target: Double? = nil, heading: Double? = nil
  ) {
    self.sensor = sensor
    self.target = target
    self.heading = heading
  }

  /// Whether a target, degrees, is in range: 0.01 to 20.
  public static func isTarget(_ degrees: Double) -> Bool { (0.01...20).contains(degrees) }

  /// Whether a heading, degrees, is in range: 0 to 360.
  public static func isHeading(_ degrees: Double) -> Bool { (0...360).contains(degrees) }
}
