public import HeadingGeometry
public import HeadingSensing

/// One magnetometer reading with simultaneous values of the other sensors; body frame, SI,
/// uncalibrated field.
public struct CalibrationSample: Sendable, Hashable {
  /// Time of the field measurement.
  public var time: BootTime

  /// Raw field, T, without hard-iron and soft-iron correction.
  public var field: Vector3

  /// Specific force, m/s², +g along up at rest, the accelerometer's own calibration applied; `nil` without one.
  public var specificForce: Vector3?

  /// Angular rate, rad/s; `nil` without a gyroscope.
  public var angularRate: Vector3?

  /// The sensor's temperature, K; `nil` if not measured.
  public var temperature: Double?

  /// A vehicle's current, throttle or the like, in its own unit; `nil` if there is no such channel.
  public var load: LoadSeries?

  /// Speed over ground of a vehicle along the forward axis, m/s; `nil` if unknown.
  public var speed: Double?

  /// Makes a sample of the field alone.
  public init(
    time: BootTime, field: Vector3, specificForce: Vector3? = nil, angularRate: Vector3? = nil
  ) {
    self.time = time
    self.field = field
    self.specificForce = specificForce
    self.angularRate = angularRate
    temperature = nil
    load = nil
    speed = nil
  }

  /// Whether all values present are finite, and field and force are not zero.
  public var isUsable: Bool {
    guard field.isFinite, field != .zero else { return false }
    if let specificForce, !specificForce.isFinite || specificForce == .zero { return false }
    if let angularRate, !angularRate.isFinite { return false }
    if let speed, !speed.isFinite { return false }
    if let temperature, !temperature.isFinite { return false }
    return true
  }
}
