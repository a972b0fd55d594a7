import HeadingGeometry

/// The tunables of the navigation filter, each with its physical reason.
public struct NavigationParameters: Sendable, Hashable {
  /// Noise of the accelerometer with what vibration adds, m/s²/√Hz, until the innovations have told it.
  ///
  /// Consumer parts: 0.001 to 0.003; an engine or a hand adds more. Small: velocity drifts more than it
  /// says. Large: a gap of fixes costs accuracy that is there. Default 0.02.
  public var accelerometerNoise = 0.02

  /// The accelerometer's own noise, without vibration, m/s²/√Hz.
  ///
  /// Default 0.0035.
  public var restingNoise = 0.0035

  /// Noise of the gyroscope, rad/s/√Hz.
  ///
  /// Consumer parts: 0.005 to 0.02°/s/√Hz. Default 0.01°.
  public var gyroscopeNoise = Angle(degrees: 0.01).radians

  /// Error of the gyroscope's scale at the start, 1σ.
  ///
  /// Data sheets of consumer parts: 1 %, mostly removed by a calibration. Small: an uncalibrated one is found
  /// out late. Large: what the field's deviation does in a turn is taken for a scale. Default 0.0015.
  public var gyroscopeScaleError = 0.0015

  /// Noise that turning adds, rad/√s per rad/s: what a constant scale does not explain.
  ///
  /// Nonlinearity and axes that are not quite square. Small: turns are believed too much. Large: every turn
  /// costs heading. Default 0.0003.
  public var gyroscopeTurnNoise = 0.0003

  /// How far the gyroscope's offset wanders, rad/s per √s.
  ///
  /// In-run stability of consumer parts: 2 to 10°/h over minutes, more while they warm up. 0.005°/s within 100 s.
  /// Small: warming up is followed late. Large: the offset is never known well. Default 0.0005°/s.
  public var gyroscopeBiasWalk = Angle(degrees: 0.0005).radians

  /// How far the accelerometer's offset wanders, m/s² per √s.
  ///
  /// 2 mm/s², 0.2 mg, within 100 s: a board whose temperature has settled. Default 0.0002.
  public var accelerometerBiasWalk = 0.0002

  /// 1σ of the accelerometer's offset at the start, m/s².
  ///
  /// Data sheets of consumer parts: 20 to 60 mg, mostly removed by a calibration. Default 0.1.
  public var initialAccelerometerBias = 0.1

  /// How a velocity changes where no inertial sensor tells, m/s²/√Hz.
  ///
  /// Small: turns are followed late. Large: fixes are not smoothed. Default 1.
  public var unaidedAcceleration = 1.0

  /// Noise of one pressure altitude, 1σ, m.
  ///
  /// 0.1 m is about 1.2 Pa.
  /// Small: noise of the chip shows. Large: climbs follow the accelerometer's drift. Default 0.1.
  public var pressureNoise = 0.1

  /// How far weather moves the pressure offset, m per √s.
  ///
  /// 1 m in an hour. Small: drift is taken for a climb. Large: a fix's noise moves the altitude. Default 0.017.
  public var pressureOffsetWalk = 0.017

  /// Error of the pressure offset by a change of altitude, m² per m: the air is not the standard's.
  ///
  /// 10 K beside the standard are 3.6 % of a climb. Default 0.05, which is 7 m after 1000 m.
  public var pressureOffsetClimb = 0.05

  /// 1σ of the altitude that a pressure gives without a setting, m.
  ///
  /// The pressure at sea level varies by 10 hPa about the standard. Default 85.
  public var standardPressureError = 85.0

  /// 1σ of the altitude that a pressure gives with a QNH, m.
  ///
  /// Settings are given in whole hPa. Default 4.
  public var settingError = 4.0

  /// Time within which the slow part of a receiver's error changes, s.
  ///
  /// Multipath and atmosphere: half a minute to several minutes. Default 60.
  public var fixOffsetTime = 60.0

  /// 1σ of a position of which the receiver gives no accuracy, m, horizontal.
  ///
  /// Default 10.
  public var unstatedPosition = 10.0

  /// 1σ of a velocity of which the receiver gives no accuracy, m/s.
  ///
  /// Default 0.3.
  public var unstatedVelocity = 0.3

  /// Time within which the deviation of the local field changes, s.
  ///
  /// Small: the field's azimuth averages out sooner than iron does. Large: what motion tells of the
  /// heading is remembered as a deviation of a place long left. Default 60.
  public var magneticOffsetTime = 60.0

  /// Noise of one azimuth of the field beside the slow deviation, rad.
  ///
  /// Default 1°.
  public var fieldAzimuthNoise = Angle(degrees: 1).radians

  /// 1σ of the speed across the body of a vehicle that moves forward, m/s: slip and a mount not quite square.
  ///
  /// Small: slip bends the heading. Large: heading is held less in gaps. Default 0.05;
  /// the innovations tell the rest.
  public var sidewaysSpeed = 0.05

  /// The same as a share of the speed.
  ///
  /// Default 0.007, 0.4°.
  public var sidewaysShare = 0.007

  /// The same in proportion to the rate of turn, m/s per rad/s: the distance to the axle.
  ///
  /// Default 0.3 m.
  public var sidewaysArm = 0.3

  /// 1σ of the velocity at rest, m/s.
  ///
  /// Default 0.02.
  public var restVelocity = 0.02

  /// Below this speed the device may be at rest, m/s.
  ///
  /// Slower drift cannot be told from rest. Default 0.2.
  public var restSpeed = 0.2

  /// An innovation is refused beyond this many standard deviations.
  ///
  /// Default 5.
  public var gate = 5.0

  /// Refused fixes that agree with one another are believed after this time, s.
  ///
  /// Small: multipath is followed. Large: an own error lasts. Default 10.
  public var recoveryTime = 10.0

  /// A heading starts a full solution if its 1σ is below this, rad.
  ///
  /// Default 25°.
  public var alignmentLimit = Angle(degrees: 25).radians

  /// Makes the default parameters.
  public init() {}
}
