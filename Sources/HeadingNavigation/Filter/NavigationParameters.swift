import HeadingGeometry

/// Parameters of the navigation filter, each with its physical meaning.
public struct NavigationParameters: Sendable, Hashable {
  /// Initial accelerometer noise including vibration, m/s²/√Hz; adapted by the innovations.
  ///
  /// Consumer parts: 0.001 to 0.003; an engine or a hand adds more. Small: velocity errors exceed
  /// the covariance. Large: less accurate during a GNSS outage. Default 0.02.
  public var accelerometerNoise = 0.02

  /// Accelerometer noise without vibration, m/s²/√Hz.
  ///
  /// Default 0.0035.
  public var restingNoise = 0.0035

  /// Gyroscope noise, rad/s/√Hz.
  ///
  /// Consumer parts: 0.005 to 0.02°/s/√Hz. Default 0.02°.
  public var gyroscopeNoise = Angle(degrees: 0.02).radians

  /// Initial scale factor error of the gyroscope, 1σ.
  ///
  /// Data sheets of consumer parts: 1 %, mostly removed by a calibration. Small: an uncalibrated
  /// scale factor is estimated slowly. Large: field deviation in a turn is attributed to the scale
  /// factor. Default 0.0025.
  public var gyroscopeScaleError = 0.0025

  /// Cross-axis sensitivity of the gyroscope: bias over turn rate for the duration of a turn.
  ///
  /// Data sheets of consumer parts: 1 to 2 %, mostly removed by a calibration. Small: a long turn
  /// causes a tilt error beyond the covariance. Large: each turn discards the bias estimate.
  /// Default 0.001.
  public var gyroscopeCrossAxis = 0.001

  /// Initial gyroscope bias, 1σ, rad/s, while the attitude estimator has not found it.
  ///
  /// That of a compensated gyroscope, as of a phone. Small: another bias turns the heading. Large:
  /// a vehicle that is never at rest finds no heading. Default 0.01, 0.57°/s.
  public var initialGyroscopeBias = 0.01

  /// Random walk of the gyroscope bias, rad/s per √s.
  ///
  /// In-run stability of consumer parts: 2 to 10°/h over minutes, more during warm-up. The default
  /// amounts to 0.006°/s within 100 s; a BMI160 at rest has 0.00013°/s (Schubert and others,
  /// 2018). Small: warm-up is followed slowly. Large: the bias is never estimated well. Default
  /// 0.0006°/s.
  public var gyroscopeBiasWalk = Angle(degrees: 0.0006).radians

  /// Random walk of the accelerometer bias, m/s² per √s.
  ///
  /// 5 mm/s², 0.5 mg, within 100 s: temperature, and cross-axis sensitivity as the device tilts.
  /// Default 0.0005.
  public var accelerometerBiasWalk = 0.0005

  /// Initial accelerometer bias, 1σ, m/s².
  ///
  /// Data sheets of consumer parts: 20 to 60 mg, mostly removed by a calibration. Default 0.1.
  public var initialAccelerometerBias = 0.1

  /// Random walk of the velocity without inertial sensors, m/s²/√Hz.
  ///
  /// Small: turns are followed late. Large: fixes are not smoothed. Default 1.
  public var unaidedAcceleration = 1.0

  /// Minimum random walk of the velocity while the accelerometer measures the magnitude but no
  /// heading the direction of the acceleration, m/s²/√Hz.
  ///
  /// A tilt error of 2° amounts to 0.3 m/s². Small and large as for ``unaidedAcceleration``.
  /// Default 0.3.
  public var undirectedAcceleration = 0.3

  /// Noise of one pressure altitude, 1σ, m.
  ///
  /// 0.1 m is about 1.2 Pa. Small: sensor noise appears in the altitude. Large: the climb rate
  /// follows the accelerometer bias. Default 0.1.
  public var pressureNoise = 0.1

  /// Random walk of the pressure offset caused by weather, wind, ventilation and sensor drift, m
  /// per √s.
  ///
  /// Gusts, a window and a fan change a cabin's pressure by 5 to 10 Pa within half a minute. Small:
  /// this is taken for a climb and, with the non-holonomic constraint, for tilt; during a GNSS
  /// outage the speed is then wrong by metres per second. Large: noise of fixes appears in the
  /// altitude. Default 0.1.
  public var pressureOffsetWalk = 0.1

  /// 1σ of an altitude from pressure without a setting, m.
  ///
  /// The sea-level pressure varies by 10 hPa about the standard. Default 85.
  public var standardPressureError = 85.0

  /// 1σ of an altitude from pressure with a QNH, m.
  ///
  /// A QNH is given in whole hPa. Default 4.
  public var settingError = 4.0

  /// Correlation time of the receiver's position error, s.
  ///
  /// Multipath and atmosphere: half a minute to several minutes. Default 60.
  public var fixOffsetTime = 60.0

  /// Correlation time of the receiver's velocity error, s.
  ///
  /// Receivers smooth over seconds; multipath lasts as long. Default 10.
  public var fixVelocityOffsetTime = 10.0

  /// Acceleration for which the reported velocity accuracy covers the receiver's latency, m/s².
  ///
  /// Receivers that smooth, especially those of phones, lag by 0.5 to 1 s and report 1 m/s; for a
  /// reported 0.05 m/s the initial latency is 25 ms (1σ). The initial 1σ of the velocity latency is
  /// the reported accuracy over this acceleration; the latency is then estimated. Small: slow
  /// convergence for a receiver without latency. Large: a latency causes heading and tilt errors.
  /// Default 2.
  public var usualAcceleration = 2.0

  /// 1σ of the position latency over that of the velocity latency.
  ///
  /// A position that is smoothed with the velocity lags less than the velocity. Small: position
  /// latency causes heading errors in turns. Large: wrong velocities are attributed to position
  /// latency. Default 0.5.
  public var positionLagShare = 0.5

  /// 1σ of the latency of a receiver that reports no velocity accuracy, s.
  ///
  /// Phones have shown 1 to 2 s. Default 0.5.
  public var unstatedLag = 0.5

  /// 1σ per axis of a horizontal position without reported accuracy, m.
  ///
  /// Default 10.
  public var unstatedPosition = 10.0

  /// 1σ per axis of a velocity without reported accuracy, m/s.
  ///
  /// Default 0.3.
  public var unstatedVelocity = 0.3

  /// Correlation time of the local field deviation, s.
  ///
  /// Small: the azimuth averages out faster than real deviations do. Large: heading information
  /// from motion remains in the deviation of a place that has been left. Default 60.
  public var magneticOffsetTime = 60.0

  /// Fraction of the variance of the field's deviation that is residual hard iron; the rest is
  /// local deviation.
  ///
  /// Small: hard iron is attributed to local deviation and heading. Large: local deviation is
  /// attributed to hard iron and persists. Default 0.5.
  public var residualIronShare = 0.5

  /// Correlation time of residual hard iron, motor hard iron and receiver latency (Gauss–Markov
  /// processes), s.
  ///
  /// Temperature, objects placed beside the sensor, reception. Small: the estimate from one turn is
  /// lost before the next. Large: changes are followed late. Default 600.
  public var slowErrorTime = 600.0

  /// Hard iron of the motors of a vehicle that moves forward, 1σ, over the horizontal field
  /// strength, while it moves.
  ///
  /// A current of some amperes causes 1 to 10 µT at 10 cm. Small: motors cause heading errors.
  /// Large: the field contributes less to the heading until the vehicle has turned. Default 0.1, 2
  /// µT.
  public var motorIron = 0.1

  /// White noise of the field's azimuth, rad.
  ///
  /// Default 1°.
  public var fieldAzimuthNoise = Angle(degrees: 1).radians

  /// Huber threshold of field azimuths and forward motion means, in standard deviations (Huber,
  /// 1964).
  ///
  /// An innovation beyond it has the weight of one at the threshold: magnetic objects, starting
  /// motors and bumps are outliers. Small: a wrong heading is corrected late. Large: a motor
  /// changes the heading, a bump the tilt. Default 2.
  public var huberThreshold = 2.0

  /// 1σ of the mean lateral speed over a second of a vehicle that moves forward, m/s: side slip,
  /// springs.
  ///
  /// Small: side slip causes heading errors. Large: weaker heading constraint during a GNSS outage.
  /// Adapted by the innovations. Default 0.05.
  public var sidewaysSpeed = 0.05

  /// Part of the lateral 1σ in proportion to the speed.
  ///
  /// Default 0.005, 0.3°.
  public var sidewaysShare = 0.005

  /// 1σ of the mean speed normal to the floor over a second, m/s: the error of the climb rate from
  /// gusts and barometer drift.
  ///
  /// Small: during a GNSS outage a slow vehicle's climb error is taken for pitch, and its speed
  /// diverges. Large: the constraint holds a fast vehicle's pitch less tightly. Default 0.05.
  public var floorSpeed = 0.05

  /// Part of the vertical 1σ in proportion to the speed: springs.
  ///
  /// Adapted by the innovations. Default 0.003, 0.17°.
  public var floorShare = 0.003

  /// Unmodelled part of the squat under acceleration, 1σ, rad per m/s²: noise of the floor
  /// constraint.
  ///
  /// Passenger cars: 1° to 3° per g. Small: acceleration at the start of a GNSS outage causes tilt
  /// errors. Large: the floor constraint is weaker while the speed changes. Default 0.002, 1.1° per
  /// g.
  public var squat = 0.002

  /// Mount misalignment of the sensors in a vehicle that moves forward, yaw and pitch, 1σ, rad.
  ///
  /// Small: a misaligned mount causes heading errors, or the constraint is refused. Large: forward
  /// motion determines the heading later. Default 2°.
  public var mountError = Angle(degrees: 2).radians

  /// Longitudinal lever arm to the non-steered axle, 1σ, m.
  ///
  /// A car's dashboard is 1 to 2 m in front of it, a rover's board above it. Default 1.
  public var axleDistance = 1.0

  /// Noise of the zero-velocity update, 1σ, m/s.
  ///
  /// Default 0.02.
  public var restVelocity = 0.02

  /// Maximum speed of a device at rest, m/s.
  ///
  /// Slower drift is indistinguishable from rest. Default 0.2.
  public var restSpeed = 0.2

  /// Usual speed of a device in motion, 1σ of each horizontal component, m/s.
  ///
  /// Default 3.
  public var usualSpeed = 3.0

  /// Time without motion that shows rest without a fix, s.
  ///
  /// Default 1.
  public var restTime = 1.0

  /// Ratio of the likelihoods of rest and of motion from which quiet sensors show rest without a fix.
  ///
  /// Small: a steady way in calm water is taken for rest. Large: a stop in an outage goes unnoticed
  /// once the velocity is uncertain. Default 20.
  public var restOdds = 20.0

  /// Innovation gate in standard deviations.
  ///
  /// Default 5.
  public var gate = 5.0

  /// Time after which consistent fixes replace a contradicting estimate, s.
  ///
  /// Multipath shifts positions for some seconds. Small: these are followed. Large: an error of the
  /// filter persists. Default 8.
  public var recoveryTime = 8.0

  /// The same time if the previous position was accepted and the velocities agree, and for
  /// altitudes that the barometer contradicts, s.
  ///
  /// Small: a spoofed or shifted receiver is followed. Large: a wrong initial altitude persists.
  /// Default 60.
  public var jumpTime = 60.0

  /// Maximum 1σ of a field's azimuth that starts the aligned mode, rad.
  ///
  /// Small: an uncalibrated device is aligned late. Large: iron that the attitude estimator has not
  /// found yet is more than the small residual that this filter's linear model can follow. Default
  /// 10°.
  public var fieldAlignmentLimit = Angle(degrees: 10).radians

  /// Maximum 1σ of a heading that starts the aligned mode, rad.
  ///
  /// Default 25°.
  public var alignmentLimit = Angle(degrees: 25).radians

  /// Minimum 1σ of the initial tilt when the aligned mode starts in motion, rad.
  ///
  /// During an acceleration of 1.5 m/s² the averaged specific force is tilted by 9°. Small: this is
  /// attributed to the gyroscope bias for minutes. Large: convergence takes some seconds longer.
  /// Default 8°.
  public var movingTilt = Angle(degrees: 8).radians

  /// Minimum 1σ of the initial tilt at rest, rad: the accelerometer bias.
  ///
  /// Default 0.5°.
  public var restingTilt = Angle(degrees: 0.5).radians

  /// Makes the default parameters.
  public init() {}
}
