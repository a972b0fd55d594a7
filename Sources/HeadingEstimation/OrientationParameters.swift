import HeadingGeometry

/// The tunables of the orientation estimator, each with its physical reason.
///
/// One fixed set serves every device; they describe sensors, hands and buildings, not recordings.
public struct OrientationParameters: Sendable, Hashable {
  /// Delay of gyroscope and accelerometer behind the motion, s.
  ///
  /// Group delay of the parts' digital low-pass: 3.9 ms at 92 Hz, 4.9 at 73 Hz (MPU-9250, ICM-20948 and
  /// their kin at the bandwidth that 100 to 1000 Hz are read with). The attitude is carried forward by it.
  /// Small: the attitude trails fast turns. Large: it leads them. Default 0.004.
  public var inertialLatency = 0.004

  /// Delay of the magnetometer behind the motion where its estimate starts, s.
  ///
  /// Magnetometers measure for several ms and are read at 100 Hz: 5 to 15 ms late. The true value is
  /// found from turns, so this one, which is as uncertain as it is large, matters only for the first of them. Default 0.010.
  public var magnetometerLatency = 0.010

  /// Time constant of the low-pass that the specific force is averaged with before the horizon's filter, s.
  ///
  /// Small: hand movements tilt the horizon. Large: errors of the gyroscope do. Laidig and Seel (2023) found 3 s best
  /// over six public data sets for a low-pass alone. Default 2.
  public var accelerationTime = 2.0

  /// Smoothing time of tilt and heading when there is no gyroscope, s.
  ///
  /// Small: noise and hand tremor show. Large: the heading lags behind turns. Default 0.25.
  public var smoothingTime = 0.25

  /// 1σ of the gyroscope's offset at first, rad/s.
  ///
  /// Data sheets of consumer gyroscopes state 0.3 to 1°/s. Default 0.5°/s.
  public var initialBiasDeviation = Angle(degrees: 0.5).radians

  /// How far the offset wanders within 100 s, rad/s.
  ///
  /// Warming up moves it by some 0.05°/s per K. Small: that is followed late. Large: waves are mistaken for an offset.
  /// Default 0.03°/s.
  public var biasWalk = Angle(degrees: 0.03).radians

  /// 1σ of the offset's change with temperature an axis, rad/s/K, before it is learnt.
  ///
  /// Small: warming up is taken for a turn. Large: a change of temperature costs more certainty than it need.
  /// Default 0.05°/s/K.
  public var biasTemperatureSlope = Angle(degrees: 0.05).radians

  /// 1σ of the offset that rest can find, rad/s.
  ///
  /// Small: drift with temperature is followed late. Large: noise is followed. Default 0.03°/s.
  public var biasRestDeviation = Angle(degrees: 0.03).radians

  /// The largest offset that is believed, rad/s.
  ///
  /// Beyond the data sheets' 1°/s and below any turn meant. Rest ends too where the rate departs from its mean by more, which
  /// is above the noise of consumer gyroscopes (0.1°/s) and below a hand's tremor. Default 2°/s.
  public var biasLimit = Angle(degrees: 2).radians

  /// Rest ends when the specific force departs from its mean by more, m/s².
  ///
  /// Above the noise of consumer accelerometers (0.07), below a hand's tremor. Default 0.5.
  public var restAcceleration = 0.5

  /// Calm that is needed to be called rest, s.
  ///
  /// Small: pauses of a hand count as rest. Large: rest is missed. Default 1.5.
  public var restTime = 1.5

  /// Error of the gyroscope's scale and axes, 1σ, as a share of the rate.
  ///
  /// A calibrated consumer part keeps 0.2 to 0.5 %. Turns there and back cancel, so that it acts like a
  /// noise of this share times the rate per √s. Default 0.002.
  public var gyroscopeScaleError = 0.002

  /// Error of the horizon by turns, as a share of the rate, √s.
  ///
  /// Scale and axes of a calibrated consumer part are 0.2 to 0.5 % wrong, in one direction for as long as a turn goes on,
  /// some 3 s. Small: fast turns bend the horizon. Large: waves do. Default 0.008.
  public var gyroscopeTurnError = 0.008

  /// Noise of the gyroscope's heading, rad/√s.
  ///
  /// White noise of consumer parts (0.005 to 0.02°/s/√Hz) and attitude errors. Default 0.05°.
  public var headingNoise = Angle(degrees: 0.05).radians

  /// 1σ by which the field varies over the space a hand or a robot moves in, a component, T.
  ///
  /// Furniture and steel in walls: 0.5 to 2 µT indoors. It also sets what counts as disturbed: four times
  /// this. Small: furniture pulls the heading. Large: a disturbance is noticed late. Default 1 µT.
  public var fieldVariation = 1e-6

  /// Time within which that variation changes while the device moves, s.
  ///
  /// The time to move by some decimetres. Default 1.
  public var fieldVariationTime = 1.0

  /// How far the local field itself changes as the device moves on, T/√s.
  ///
  /// Small: a new room is learnt late. Large: the heading follows furniture. Default 0.02 µT.
  public var fieldWalk = 0.02e-6

  /// Noise of the magnetometer and of the attitude's timing, 1σ a component over 50 ms, T.
  ///
  /// Consumer parts: 0.3 to 0.7 µT a sample. Default 0.4 µT.
  public var magnetometerNoise = 0.4e-6

  /// The same in proportion to the rate, T/(rad/s): 2 ms of jitter in 50 µT.
  ///
  /// Small: fast turns are trusted too much. Large: they teach little. Default 0.1 µT.
  public var magnetometerRateNoise = 0.1e-6

  /// 1σ of the hard iron that a calibration leaves, a component, T.
  ///
  /// Found on calibrated devices: 0.2 to 0.9 µT. Default 0.5 µT.
  public var hardIronDeviation = 0.5e-6

  /// 1σ of what a calibration leaves of the soft iron, an element, as a share of the field.
  ///
  /// Zero where the calibration states its error itself. Default 0.
  public var softIronDeviation = 0.0

  /// 1σ of a field where nothing is known of it, a component, T: the local one's, or a change that nobody expects.
  ///
  /// The Earth's is 22 to 67 µT in all; a phone's magnet, a belt buckle, a tool change it by 3 to 100 µT. Default 40 µT.
  public var fieldDeviation = 40e-6

  /// How far the hard iron wanders, T/√s.
  ///
  /// Temperature and magnetized screws; sudden changes are found by the alternatives. Default 0.02 µT.
  public var hardIronWalk = 0.02e-6

  /// 1σ of the local field's own deviation from magnetic north, as a horizontal component across it, T.
  ///
  /// No magnetometer can know it: 1.3° where the horizontal field is 15.5 µT. Default 0.35 µT.
  public var localFieldDeviation = 0.35e-6

  /// Makes the default parameters.
  public init() {}

  /// Those of a magnetometer without any calibration, whose iron is found while running.
  ///
  /// Hard iron: boards have 5 to 100 µT, so 40 µT a component. Soft iron: 2 % an element, which in 50 µT turns with the body
  /// as the room's field varies, with it by 2 µT.
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
