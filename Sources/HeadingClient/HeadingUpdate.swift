public import FoundationEssentials

/// One estimate of the daemon: headings, attitude, position, and the reasons for what is missing.
///
/// The body frame is x right, y forward, z up. Accuracies hold the true error with 68 %
/// probability. The numbers are those of the daemon's wire, in the units people read.
public struct HeadingUpdate: Sendable, Hashable {
  // MARK: When

  /// Time of the newest sample, seconds since boot on the kernel's boottime clock.
  public var bootTime: Double

  /// The same time in UTC; missing while the machine's clock is not synchronized.
  public var time: Reported<Date>

  /// Seconds from the newest sample to this update, as the daemon measured it.
  public var latency: Double

  /// Number of updates that were left out before this one, because this reader or its connection
  /// was slow.
  public var missed: Int

  // MARK: What it is worth

  /// Whether the heading and its accuracy hold.
  public var status: Status

  /// Whether a robot may steer by the heading.
  public var steer: Steer

  /// The reasons why any value is missing or worse than it could be; empty if all is well.
  ///
  /// A missing value has its own, see ``Reported/missing(_:)``.
  public var reasons: [Reason]

  /// Whether anything that the update is made of is simulated: sensors or fixes.
  ///
  /// Say so wherever it is shown.
  public var isSimulated: Bool

  // MARK: Heading

  /// Heading relative to magnetic north.
  public var magneticHeading: Reported<Heading>

  /// Heading relative to true north; needs a position and a date.
  public var trueHeading: Reported<Heading>

  /// The true heading if it is known, else the magnetic heading; `nil` if neither is.
  ///
  /// ``Heading/north`` says which it is. Where the reference matters use ``trueHeading`` or
  /// ``magneticHeading``.
  public var heading: Heading? { trueHeading.value ?? magneticHeading.value }

  /// Declination of the magnetic model, here and now, degrees, positive east.
  public var declination: Reported<Double>

  // MARK: Attitude

  /// Elevation of the forward axis, degrees, −90 to 90, positive nose up.
  public var pitch: Reported<Double>

  /// Turn about the forward axis, degrees, −180 to 180, positive right side down.
  public var roll: Reported<Double>

  /// 68 % error of the pitch, degrees.
  public var pitchAccuracy: Reported<Double>

  /// 68 % error of the roll, degrees; it grows towards a vertical forward axis.
  public var rollAccuracy: Reported<Double>

  /// Rotation from the body frame to east, magnetic north, up.
  public var attitude: Reported<Attitude>

  /// Covariance of the attitude's error as a small rotation about east, magnetic north and up, rad²:
  /// nine numbers, row by row.
  ///
  /// Without a heading the last one is the variance of a direction of which nothing is known.
  public var attitudeCovariance: Reported<[Double]>

  /// Angular rate without the gyroscope's bias, degrees per second, body frame.
  public var rotationRate: Reported<Vector>

  /// Acceleration without gravity, m/s², body frame.
  public var linearAcceleration: Reported<Vector>

  /// Calibrated magnetic field, µT, body frame.
  public var field: Reported<Vector>

  /// Inclination of the measured field, degrees, −90 to 90, positive down.
  public var inclination: Reported<Double>

  // MARK: Position and motion

  /// Position, WGS 84.
  public var position: Reported<Position>

  /// Height above mean sea level, m.
  public var altitude: Reported<Estimate>

  /// Height above the WGS 84 ellipsoid, m.
  public var ellipsoidalAltitude: Reported<Estimate>

  /// Velocity over ground, m/s: x east, y true north, z up.
  public var velocity: Reported<Vector>

  /// Speed over ground, m/s; its accuracy is that of the velocity along one horizontal axis.
  public var speed: Reported<Estimate>

  /// Direction of motion over ground, degrees clockwise from true north, 0 <= value < 360.
  public var course: Reported<Estimate>

  /// Seconds since the newest fix that was used was valid.
  public var fixAge: Reported<Double>

  // MARK: Waves

  /// Heave and sea state; `nil` if the daemon's `heave_point` is not set.
  public var waves: Waves?

  // MARK: Pressure

  /// Absolute pressure, Pa.
  public var pressure: Reported<Double>

  /// Height above the place of the daemon's start, m.
  public var relativeAltitude: Reported<Double>

  /// Upward speed, m/s.
  public var climbRate: Reported<Estimate>
}
