import HeadingGeometry

/// The parameters of the orientation estimator, each with its physical reason.
///
/// One fixed set serves every device: the values describe sensors, hand motion and fields in
/// buildings, not particular recordings.
public struct OrientationParameters: Sendable, Hashable {
  /// Latency of gyroscope and accelerometer, s.
  ///
  /// Group delay of the sensors' digital low-pass: 3.9 ms at 92 Hz, 4.9 at 73 Hz (MPU-9250,
  /// ICM-20948 and similar, at the bandwidth used for 100 to 1000 Hz). The attitude is extrapolated
  /// by it. Small: the attitude lags fast turns. Large: it leads them. Default 0.004.
  public var inertialLatency = 0.004

  /// Initial latency of the magnetometer, s; also its 1σ.
  ///
  /// Magnetometers measure for several ms and are read at 100 Hz: 5 to 15 ms late. The true value
  /// is estimated from rotations, so this one matters only for the first of them. Default 0.010.
  public var magnetometerLatency = 0.010

  /// Time constant of the specific force's low-pass before the tilt filter, s.
  ///
  /// Small: hand accelerations cause tilt errors. Large: gyroscope errors do. Laidig and Seel
  /// (2023) found 3 s best over six public data sets for a low-pass alone. Default 2.
  public var accelerationTime = 2.0

  /// Smoothing time of tilt and heading without a gyroscope, s.
  ///
  /// Small: noise and hand tremor pass. Large: the heading lags in turns. Default 0.25.
  public var smoothingTime = 0.25

  /// Initial 1σ of the gyroscope bias, rad/s.
  ///
  /// Data sheets allow ±0.5 (BMI270) to ±5°/s (MPU-9250, ICM-20948), some chips more (LSM9DS1, ±30);
  /// a gyroscope compensated by its hub, such as a phone's, has less. Small: a larger bias turns the
  /// heading before it is found. Large: the accelerations of a vehicle that is never at rest are
  /// attributed to the bias. Default 0.5°/s, of a compensated one; see
  /// ``OrientationEstimator/expectBias(deviation:)``.
  public var initialBiasDeviation = Angle(degrees: 0.5).radians

  /// Random walk of the gyroscope bias in 100 s, rad/s.
  ///
  /// Warming up changes the bias by some 0.05°/s per K. Small: this is followed late. Large: waves
  /// are attributed to the bias. Default 0.03°/s.
  public var biasWalk = Angle(degrees: 0.03).radians

  /// 1σ of the bias's temperature slope per axis before it is estimated, rad/s/K.
  ///
  /// Small: warming up is mistaken for rotation. Large: temperature changes inflate the covariance
  /// too much. Default 0.05°/s/K.
  public var biasTemperatureSlope = Angle(degrees: 0.05).radians

  /// 1σ of the bias that rest can determine, rad/s.
  ///
  /// Small: drift with temperature is followed late. Large: noise is followed. Default 0.03°/s.
  public var biasRestDeviation = Angle(degrees: 0.03).radians

  /// Largest bias, rad/s.
  ///
  /// Above the data sheets' ±30°/s. Default 40°/s.
  public var biasLimit = Angle(degrees: 40).radians

  /// Rate that ends rest, rad/s: as the deviation from the mean rate, and of the mean rate from the
  /// known bias.
  ///
  /// Above the noise of consumer gyroscopes (0.1°/s), below a hand's tremor and any intended
  /// rotation. Default 2°/s.
  public var restRate = Angle(degrees: 2).radians

  /// Deviation of the specific force from its mean that ends rest, m/s².
  ///
  /// Above the noise of consumer accelerometers (0.07), below a hand's tremor. Default 0.5.
  public var restAcceleration = 0.5

  /// Duration of a quasi-stationary period before it counts as rest, s.
  ///
  /// Small: pauses of a hand count as rest. Large: rest is missed. Default 1.5.
  public var restTime = 1.5

  /// 1σ of the gyroscope's scale factor and misalignment, relative.
  ///
  /// A calibrated consumer sensor keeps 0.2 to 0.5 %. Rotations there and back cancel, so that it
  /// acts like noise of this share times the rate per √s. Default 0.002.
  public var gyroscopeScaleError = 0.002

  /// Tilt error caused by rotation, relative to the rate, √s.
  ///
  /// Scale factor and misalignment of a calibrated consumer sensor are 0.2 to 0.5 %, with constant
  /// sign during a turn of some 3 s. Small: fast turns cause tilt errors. Large: waves do. Default
  /// 0.008.
  public var gyroscopeTurnError = 0.008

  /// Process noise of the gyroscope's heading, rad/√s.
  ///
  /// White noise of consumer sensors (0.005 to 0.02°/s/√Hz) and attitude errors. Default 0.05°.
  public var headingNoise = Angle(degrees: 0.05).radians

  /// 1σ of the spatial variation of the field where a hand or a robot moves, per component, T.
  ///
  /// Steel in furniture and walls: 0.5 to 2 µT indoors. It also sets the disturbance threshold:
  /// four times this. Small: the heading follows nearby steel. Large: disturbances are detected
  /// late. Default 1 µT.
  public var fieldVariation = 1e-6

  /// Time constant of that variation while the device moves, s.
  ///
  /// The time to move by some decimetres. Default 1.
  public var fieldVariationTime = 1.0

  /// Random walk of the local field during motion, T/√s.
  ///
  /// Small: the filter adapts late to the field of another place. Large: the heading follows nearby
  /// steel. Default 0.02 µT.
  public var fieldWalk = 0.02e-6

  /// Noise of the magnetometer and of the attitude's timing, 1σ per component over 50 ms, T.
  ///
  /// Consumer sensors: 0.3 to 0.7 µT a sample. Default 0.4 µT.
  public var magnetometerNoise = 0.4e-6

  /// Noise of the magnetometer proportional to the rate, T/(rad/s): 2 ms of jitter in 50 µT.
  ///
  /// Small: fast turns get too much weight. Large: they get too little. Default 0.1 µT.
  public var magnetometerRateNoise = 0.1e-6

  /// 1σ of the hard iron that a calibration leaves, per component, T.
  ///
  /// Found on calibrated devices: 0.2 to 0.9 µT. Default 0.5 µT.
  public var hardIronDeviation = 0.5e-6

  /// 1σ of the soft iron that a calibration leaves, per element, relative to the field.
  ///
  /// Zero if the calibration states its own error. Default 0.
  public var softIronDeviation = 0.0

  /// 1σ of an unknown field, per component, T: the initial local field, or an unexpected change.
  ///
  /// The Earth's total field is 22 to 67 µT; a phone's magnet, a belt buckle, a tool change it by 3
  /// to 100 µT. Default 40 µT.
  public var fieldDeviation = 40e-6

  /// Random walk of the hard iron, T/√s.
  ///
  /// Temperature and magnetized screws; the alternative hypotheses find sudden changes. Default
  /// 0.02 µT.
  public var hardIronWalk = 0.02e-6

  /// 1σ of the local field's deviation from magnetic north, as a horizontal component across it, T.
  ///
  /// Not observable with a magnetometer: 1.3° at a horizontal field of 15.5 µT. Default 0.35 µT.
  public var localFieldDeviation = 0.35e-6

  /// Creates the default parameters.
  public init() {}

  /// The parameters for an uncalibrated magnetometer, whose iron is estimated during operation.
  ///
  /// Hard iron: boards have 5 to 100 µT, so 40 µT per component. Soft iron: 2 % per element, which
  /// at 50 µT rotates with the body and appears as 2 µT of spatial variation.
  public static let uncalibrated: OrientationParameters = {
    var parameters = OrientationParameters()
    parameters.hardIronDeviation = 40e-6
    parameters.softIronDeviation = 0.02
    parameters.fieldVariation = 2e-6
    return parameters
  }()

  /// Whether the hard iron is small against the field.
  var isCalibrated: Bool { hardIronDeviation < 5e-6 }
}
