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
  /// Consumer parts: 0.005 to 0.02°/s/√Hz. Default 0.02°.
  public var gyroscopeNoise = Angle(degrees: 0.02).radians

  /// Error of the gyroscope's scale at the start, 1σ.
  ///
  /// Data sheets of consumer parts: 1 %, mostly removed by a calibration. Small: an uncalibrated one is found
  /// out late. Large: what the field's deviation does in a turn is taken for a scale. Default 0.0025.
  public var gyroscopeScaleError = 0.0025

  /// What the axes' crookedness makes of a turn, as a share of its rate: an offset that lasts as long as the turn.
  ///
  /// Data sheets of consumer parts: 1 to 2 %, mostly removed by a calibration. Small: a long bend tilts the horizon and
  /// nothing says so. Large: the offset is forgotten in each turn. Default 0.001.
  public var gyroscopeCrossAxis = 0.001

  /// How far the gyroscope's offset wanders, rad/s per √s.
  ///
  /// In-run stability of consumer parts: 2 to 10°/h over minutes, more while they warm up. 0.003°/s, 11°/h, within
  /// 100 s; a BMI160 at rest has 0.00013°/s (Schubert and others, 2018).
  /// Small: warming up is followed late. Large: the offset is never known well. Default 0.0006°/s.
  public var gyroscopeBiasWalk = Angle(degrees: 0.0006).radians

  /// How far the accelerometer's offset wanders, m/s² per √s.
  ///
  /// 5 mm/s², 0.5 mg, within 100 s: temperature, and axes that are not square as the device tilts. Default 0.0005.
  public var accelerometerBiasWalk = 0.0005

  /// 1σ of the accelerometer's offset at the start, m/s².
  ///
  /// Data sheets of consumer parts: 20 to 60 mg, mostly removed by a calibration. Default 0.1.
  public var initialAccelerometerBias = 0.1

  /// How a velocity changes where no inertial sensor tells, m/s²/√Hz.
  ///
  /// Small: turns are followed late. Large: fixes are not smoothed. Default 1.
  public var unaidedAcceleration = 1.0

  /// How a velocity changes at least where the accelerometer tells how much, but no heading where to, m/s²/√Hz.
  ///
  /// A horizon that is off by 2° hides 0.3 m/s². Small and large as above. Default 0.3.
  public var undirectedAcceleration = 0.3

  /// Noise of one pressure altitude, 1σ, m.
  ///
  /// 0.1 m is about 1.2 Pa.
  /// Small: noise of the chip shows. Large: climbs follow the accelerometer's drift. Default 0.1.
  public var pressureNoise = 0.1

  /// How far weather, wind, ventilation and the chip move the pressure offset, m per √s.
  ///
  /// Gusts, a window and a fan move a cabin's pressure by 5 to 10 Pa within half a minute. Small: that is taken for a climb, tilts a
  /// vehicle that moves along its floor, and its speed in a gap of the fixes is off by metres a second. Large: a fix's noise
  /// moves the altitude. Default 0.1.
  public var pressureOffsetWalk = 0.1

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

  /// Time within which the slow part of a receiver's velocity error changes, s.
  ///
  /// Receivers smooth over seconds; reflections last as long. Default 10.
  public var fixVelocityOffsetTime = 10.0

  /// A receiver claims of its velocity what its lag makes of such an acceleration, m/s².
  ///
  /// Receivers that smooth, phones above all, follow the motion by half a second to a second, and claim 1 m/s; one that
  /// claims 0.05 m/s is believed to 25 ms. The lag of the velocity starts with 1σ of the claim over this and is learnt.
  /// Small: a receiver without a lag is watched until that is known. Large: one that lags bends heading and tilt.
  /// Default 2.
  public var usualAcceleration = 2.0

  /// 1σ of the place's lag over that of the velocity's.
  ///
  /// A place that is smoothed with the velocity lags less than the velocity. Small: a place that lags bends the heading in
  /// bends. Large: velocities that are wrong are taken for a place that leads. Default 0.5.
  public var positionLagShare = 0.5

  /// 1σ of the lag of a receiver that gives no accuracy of its velocity, s.
  ///
  /// Phones' have shown one to two. Default 0.5.
  public var unstatedLag = 0.5

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

  /// Share of the variance of the field's slow deviation that is hard iron which calibration has left; the rest is the place's.
  ///
  /// Small: a deviation that goes with the heading is taken for the place's, and for the heading's own error.
  /// Large: one of the place is taken for iron and carried along. Default 0.5.
  public var residualIronShare = 0.5

  /// Correlation time of the residual iron, of the motor's iron and of a receiver's lag (first-order Gauss-Markov), s.
  ///
  /// Temperature, things that are put down beside the sensor, reception. Small: what one bend has taught is forgotten in the
  /// next. Large: a change is followed late. Default 600.
  public var slowErrorTime = 600.0

  /// 1σ of the field of what drives a vehicle that moves forward, while it moves, as a share of the horizontal field.
  ///
  /// A motor's current of some amperes makes 1 to 10 µT at a hand's breadth. Small: a motor bends the heading. Large:
  /// the field tells less of the heading until the vehicle has turned. Default 0.1, 2 µT.
  public var motorIron = 0.1

  /// Noise of one azimuth of the field beside the slow deviation, rad.
  ///
  /// Default 1°.
  public var fieldAzimuthNoise = Angle(degrees: 1).radians

  /// An azimuth of the field, or a mean of the forward motion, whose innovation exceeds this many standard deviations is
  /// weighed as one that is off by as many (Huber, 1964).
  ///
  /// Iron that comes near, motors that start and bumps of the road are no noise. Small: a heading that is wrong is mended
  /// late. Large: a motor turns the heading, a bump the tilt. Default 2.
  public var influence = 2.0

  /// 1σ of the mean speed across a vehicle that moves forward over a second, m/s: slip, springs.
  ///
  /// Small: slip bends the heading. Large: heading is held less in gaps. Default 0.05;
  /// the innovations tell the rest.
  public var sidewaysSpeed = 0.05

  /// The same as a share of the speed.
  ///
  /// Default 0.005, 0.3°.
  public var sidewaysShare = 0.005

  /// 1σ of the mean speed normal to the floor over a second, m/s: the error of the climb rate from gusts and barometer drift.
  ///
  /// Small: during a GNSS outage a slow vehicle's climb error is taken for pitch, and its speed diverges. Large: the
  /// constraint holds a fast vehicle's pitch less tightly. Default 0.05.
  public var floorSpeed = 0.05

  /// The same as a share of the speed: springs.
  ///
  /// The innovations tell of springs that give more. Default 0.003, 0.17°.
  public var floorShare = 0.003

  /// 1σ of how far a vehicle squats when it speeds up, and dives when it brakes, rad per m/s²: noise of the floor's direction.
  ///
  /// Passenger cars: 1° to 3° per g. Small: a gap of fixes that begins with a car speeding up bends the tilt. Large: the
  /// floor tells less of the tilt while the speed changes. Default 0.002, 1.1° per g.
  public var squat = 0.002

  /// 1σ of the mount's yaw and pitch: how crooked the sensors may sit in a vehicle that moves forward.
  ///
  /// Small: a crooked mount bends the heading, or its motion is refused. Large: it takes longer until motion tells
  /// of the heading. Default 2°.
  public var mountError = Angle(degrees: 2).radians

  /// 1σ of the distance to the axle that does not steer, m.
  ///
  /// A car's dashboard is 1 to 2 m in front of it, a rover's board above it. Default 1.
  public var axleDistance = 1.0

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

  /// Fixes that contradict the estimate, and agree with one another, are believed after this time, s.
  ///
  /// Reflections shift a place for some seconds. Small: they are followed. Large: an own error lasts. Default 8.
  public var recoveryTime = 8.0

  /// The same of places that jump away from one that was known until then while the velocities agree with it, and of
  /// altitudes while the barometer says that there was no such climb, s.
  ///
  /// Small: a receiver that is led astray is followed. Large: one whose first altitude was wrong stays refused.
  /// Default 60.
  public var jumpTime = 60.0

  /// A heading starts a full solution if its 1σ is below this, rad.
  ///
  /// Default 25°.
  public var alignmentLimit = Angle(degrees: 25).radians

  /// 1σ at least, rad, of the horizon that gravity shows when the full solution starts in motion.
  ///
  /// Who averages the force while a car speeds up by 1.5 m/s² is off by 9°. Small: such a horizon is taken for an offset
  /// of the gyroscope, for minutes. Large: it takes some seconds longer until the solution is good. Default 8°.
  public var movingTilt = Angle(degrees: 8).radians

  /// The same at rest: the accelerometer's offset.
  ///
  /// Default 0.5°.
  public var restingTilt = Angle(degrees: 0.5).radians

  /// Makes the default parameters.
  public init() {}
}
