import HeadingGeometry

/// The tunables of the navigation filter, each with its physical reason.
public struct NavigationParameters: Sendable, Hashable {
  /// Noise of the accelerometer with what vibration adds, m/s²/√Hz.
  ///
  /// Consumer parts: 0.001 to 0.003; an engine or a hand adds more. Small: velocity drifts more than it
  /// says. Large: a gap of fixes costs accuracy that is there. Default 0.02.
  public var accelerometerNoise = 0.02

  /// Noise of the gyroscope, rad/s/√Hz.
  ///
  /// Consumer parts: 0.005 to 0.02°/s/√Hz. Default 0.01°.
  public var gyroscopeNoise = Angle(degrees: 0.01).radians

  /// Error of the gyroscope's scale, 1σ, as a share of the rate over turns of about a second.
  ///
  /// Turns there and back cancel. Default 0.002.
  public var gyroscopeScaleError = 0.002

  /// How far the gyroscope's offset wanders, rad/s per √s.
  ///
  /// 0.01°/s within 100 s. Small: warming up is followed late. Large: the offset is never known well.
  /// Default 0.001°/s.
  public var gyroscopeBiasWalk = Angle(degrees: 0.001).radians

  /// How far the accelerometer's offset wanders, m/s² per √s.
  ///
  /// 5 mm/s² within 100 s. Default 0.0005.
  public var accelerometerBiasWalk = 0.0005

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
  /// Small: slip bends the heading. Large: heading is held less in gaps. Default 0.1.
  public var sidewaysSpeed = 0.1

  /// The same as a share of the speed.
  ///
  /// Default 0.01, 0.6°.
  public var sidewaysShare = 0.01

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
