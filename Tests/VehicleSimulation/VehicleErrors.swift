import HeadingGeometry

/// Sensor errors of a simulated vehicle: a calibrated consumer board and a good receiver.
///
/// Biases, scale factors and correlated errors are drawn for every seed with these standard deviations.
public struct VehicleErrors: Sendable, Hashable {
  /// White noise of an angular rate, rad/s: 0.01°/s/√Hz at 100 Hz.
  ///
  /// Data sheets: 0.004 (LSM6DSO) to 0.015 (ICM-20948); 0.008 is a BMI270's.
  public var gyroscopeNoise = 0.00175

  /// Residual gyroscope bias, rad/s.
  public var gyroscopeBias = 0.0005

  /// Random walk of the gyroscope bias, rad/s/√s: 0.0003°/s/√s, 11°/h within 100 s.
  public var gyroscopeBiasWalk = 5.2e-6

  /// Residual scale-factor error of the gyroscope.
  public var gyroscopeScale = 0.0015

  /// Cross-axis sensitivity of the gyroscope.
  public var gyroscopeSkew = 0.0002

  /// White noise of a specific force, m/s².
  public var accelerometerNoise = 0.03

  /// Vibration by engine, road and wind, m/s², white.
  public var vibration = 0.15

  /// Residual accelerometer bias, m/s².
  public var accelerometerBias = 0.03

  /// Random walk of the accelerometer bias, m/s²/√s.
  public var accelerometerBiasWalk = 0.0002

  /// Mount misalignment in a vehicle that moves forward, rad per axis: 2°.
  public var mount = 0.035

  /// White noise of a field, T.
  public var magnetometerNoise = 0.4e-6

  /// Residual hard iron, T.
  public var hardIron = 0.25e-6

  /// Disturbance of the local field across magnetic north by rocks and steel, T.
  public var localField = 0.35e-6

  /// Field of the motors at full effort, T, in a fixed random direction, body frame.
  public var motorField = 0.0

  /// White noise of a pressure, Pa.
  public var pressureNoise = 1.2

  /// Scale-factor error of the pressure altitude: 7 K from the standard atmosphere.
  public var pressureScale = 0.025

  /// Random walk of the pressure by weather and wind, Pa/√s: 6 Pa, 0.5 m, within an hour.
  public var pressureWalk = 0.1

  /// Gauss–Markov part of the receiver's position error, m per axis.
  public var fixOffset = 1.2

  /// Time constant of that error, s.
  public var fixOffsetTime = 60.0

  /// White part of the receiver's position error, m per axis.
  public var fixNoise = 0.5

  /// Ratio of the height errors, correlated and white, to those of a horizontal axis.
  static let heightRatio = 1.6

  /// White noise of the receiver's velocity, m/s per axis.
  public var fixVelocityNoise = 0.05

  /// Gauss–Markov part of the receiver's velocity error, m/s per axis, as of receivers that smooth.
  public var fixVelocityOffset = 0.0

  /// Time constant of that error, s.
  public var fixVelocityOffsetTime = 10.0

  /// Time constant of the receiver's velocity filter, s.
  public var fixVelocityLag = 0.0

  /// Lag of the receiver's position filter, s.
  public var fixPositionLag = 0.0

  /// Smallest stated velocity accuracy, m/s per axis.
  public var fixVelocityClaim = 0.0

  /// Latency of a fix after its time of validity, s.
  public var fixLatency = 0.12

  /// Makes the default errors.
  public init() {}
}
