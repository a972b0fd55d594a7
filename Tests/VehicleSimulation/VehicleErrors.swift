import HeadingGeometry

/// What the sensors of a simulated vehicle get wrong: a calibrated consumer board and a good receiver.
///
/// Offsets, deviations and slow errors are drawn anew for every seed, with these standard deviations.
public struct VehicleErrors: Sendable, Hashable {
  /// White noise of a rate, rad/s: 0.01°/s/√Hz at 100 Hz.
  ///
  /// Data sheets: 0.004 (LSM6DSO) to 0.015 (ICM-20948); 0.008 is a BMI270's.
  public var gyroscopeNoise = 0.00175

  /// Offset of the gyroscope that the calibration leaves, rad/s.
  public var gyroscopeBias = 0.0005

  /// How far that offset wanders, rad/s per √s: 0.0003°/s, 11°/h within 100 s.
  public var gyroscopeBiasWalk = 5.2e-6

  /// Error of the gyroscope's scale that the calibration leaves.
  public var gyroscopeScale = 0.0015

  /// How much of the rate about another axis an axis sees: its axes are not quite square.
  public var gyroscopeSkew = 0.0002

  /// White noise of a specific force, m/s².
  public var accelerometerNoise = 0.03

  /// What engine, road and wind shake, m/s², white.
  public var vibration = 0.15

  /// Offset of the accelerometer that the calibration leaves, m/s².
  public var accelerometerBias = 0.03

  /// How far that offset wanders, m/s² per √s.
  public var accelerometerBiasWalk = 0.0002

  /// How crooked the board sits in a vehicle that moves forward, rad an axis: 2°.
  public var mount = 0.035

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

  /// Climb of the pressure altitude over the climb, less 1: 7 K beside the standard atmosphere.
  public var pressureScale = 0.025

  /// How far weather and wind move the pressure, Pa per √s: 6 Pa, half a metre, within an hour.
  public var pressureWalk = 0.1

  /// Slow part of the receiver's position error, m an axis.
  public var fixOffset = 1.2

  /// Time in which that changes, s.
  public var fixOffsetTime = 60.0

  /// White part of the receiver's position error, m an axis.
  public var fixNoise = 0.5

  /// Errors of the receiver's heights, the slow and the white part, over those of a horizontal axis.
  static let heightRatio = 1.6

  /// White noise of the receiver's velocity, m/s an axis.
  public var fixVelocityNoise = 0.05

  /// Slow part of the receiver's velocity error, m/s an axis: receivers smooth.
  public var fixVelocityOffset = 0.0

  /// Time in which that changes, s.
  public var fixVelocityOffsetTime = 10.0

  /// Time constant with which the receiver smooths its velocity, s.
  public var fixVelocityLag = 0.0

  /// How long before its moment the receiver's place was valid, s: it smooths that too.
  public var fixPositionLag = 0.0

  /// What the receiver claims of its velocity at least, m/s an axis.
  public var fixVelocityClaim = 0.0

  /// How long after it was valid a fix arrives, s.
  public var fixLatency = 0.12

  /// Makes the usual errors.
  public init() {}
}
