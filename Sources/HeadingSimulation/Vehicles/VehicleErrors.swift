import HeadingGeometry

/// What the sensors of a simulated vehicle get wrong: a calibrated consumer board and a good receiver.
///
/// Offsets, deviations and slow errors are drawn anew for every seed, with these standard deviations.
public struct VehicleErrors: Sendable, Hashable {
  /// White noise of a rate, rad/s.
  public var gyroscopeNoise = 0.0015

  /// Offset of the gyroscope that the calibration leaves, rad/s.
  public var gyroscopeBias = 0.0005

  /// Error of the gyroscope's scale.
  public var gyroscopeScale = 0.001

  /// White noise of a specific force, m/s².
  public var accelerometerNoise = 0.03

  /// What engine, road and wind shake, m/s², white.
  public var vibration = 0.15

  /// Offset of the accelerometer that the calibration leaves, m/s².
  public var accelerometerBias = 0.03

  /// White noise of a field, T.
  public var magnetometerNoise = 0.4e-6

  /// Hard iron that the calibration leaves, T.
  public var hardIron = 0.25e-6

  /// The local field's own deviation across magnetic north, T: rocks and steel that no calibration knows.
  public var localField = 0.35e-6

  /// Field of the motors at full effort, T, in a direction of its own, body frame.
  public var motorField = 0.0

  /// Noise of a pressure, Pa.
  public var pressureNoise = 1.2

  /// Slow part of the receiver's position error, m an axis.
  public var fixOffset = 1.2

  /// Time in which that changes, s.
  public var fixOffsetTime = 60.0

  /// White part of the receiver's position error, m an axis; heights have 1.6 times both.
  public var fixNoise = 0.5

  /// White noise of the receiver's velocity, m/s an axis.
  public var fixVelocityNoise = 0.05

  /// How long after it was valid a fix arrives, s.
  public var fixLatency = 0.12

  /// Makes the usual errors.
  public init() {}
}
