/// Reasons why a value is missing or degraded.
///
/// Every missing value has its reasons; a placeholder value is never published.
public struct Reasons: OptionSet, Sendable, Hashable {
  /// One bit per reason.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The estimate has just begun.
  public static let starting = Reasons(rawValue: 1 << 0)
  /// No magnetometer was found.
  public static let magnetometerMissing = Reasons(rawValue: 1 << 1)
  /// The magnetometer stopped delivering.
  public static let magnetometerStale = Reasons(rawValue: 1 << 2)
  /// No accelerometer was found.
  public static let accelerometerMissing = Reasons(rawValue: 1 << 3)
  /// The accelerometer stopped delivering.
  public static let accelerometerStale = Reasons(rawValue: 1 << 4)
  /// No gyroscope was found; smoothing is slower.
  public static let gyroscopeMissing = Reasons(rawValue: 1 << 5)
  /// The gyroscope stopped delivering.
  public static let gyroscopeStale = Reasons(rawValue: 1 << 6)
  /// No barometer was found.
  public static let barometerMissing = Reasons(rawValue: 1 << 7)
  /// The barometer stopped delivering.
  public static let barometerStale = Reasons(rawValue: 1 << 8)
  /// No satellite receiver is connected.
  public static let gnssMissing = Reasons(rawValue: 1 << 9)
  /// The receiver has no fix yet.
  public static let noFix = Reasons(rawValue: 1 << 10)
  /// The last fix is too old.
  public static let fixStale = Reasons(rawValue: 1 << 11)
  /// The receiver did not report this value, or moves too slowly for it.
  public static let notReported = Reasons(rawValue: 1 << 12)
  /// The position is unknown, so that the magnetic model cannot be used.
  public static let positionUnknown = Reasons(rawValue: 1 << 13)
  /// No trusted date is known, so that the magnetic model cannot be used.
  public static let dateUnknown = Reasons(rawValue: 1 << 14)
  /// The date lies outside the magnetic model's validity.
  public static let modelExpired = Reasons(rawValue: 1 << 15)
  /// The horizontal field is too weak here for a compass (blackout zone, H < 2000 nT).
  public static let fieldTooWeak = Reasons(rawValue: 1 << 16)
  /// The horizontal field is weak here (caution zone, H < 6000 nT).
  public static let fieldWeak = Reasons(rawValue: 1 << 17)
  /// No calibration of the magnetometer is loaded.
  public static let uncalibrated = Reasons(rawValue: 1 << 18)
  /// The field is disturbed: its strength or inclination contradicts the local field.
  public static let disturbed = Reasons(rawValue: 1 << 19)
  /// The field strength is outside the Earth's range (20 to 70 µT).
  public static let fieldImplausible = Reasons(rawValue: 1 << 20)
  /// The accelerometer does not read about 1 g at rest.
  public static let gravityImplausible = Reasons(rawValue: 1 << 21)
  /// The gyroscope does not read about 0 at rest, or contradicts field and gravity.
  public static let rateImplausible = Reasons(rawValue: 1 << 22)
  /// Samples that are not finite, or implausible, were rejected.
  public static let invalidSamples = Reasons(rawValue: 1 << 23)
  /// A sensor repeats one value.
  public static let sensorStuck = Reasons(rawValue: 1 << 24)
  /// A sensor is saturated.
  public static let saturated = Reasons(rawValue: 1 << 25)
  /// The gyroscope alone holds the heading, which drifts.
  public static let gyroscopeHold = Reasons(rawValue: 1 << 26)
  /// The heading is not relative to north: there is no usable magnetometer.
  public static let relativeHeading = Reasons(rawValue: 1 << 27)
  /// Acceleration is too long or too strong for an accurate tilt.
  public static let accelerating = Reasons(rawValue: 1 << 28)
  /// The heading is that of an external compass (HID compass), with its own tilt compensation and
  /// bounds.
  public static let externalHeading = Reasons(rawValue: 1 << 29)
  /// A sensor's driver or bus reports errors.
  public static let sensorFailed = Reasons(rawValue: 1 << 30)
  /// The magnetometer repeats one value, on one axis or all.
  public static let magnetometerStuck = Reasons(rawValue: 1 << 31)
  /// The accelerometer repeats one value, on one axis or all.
  public static let accelerometerStuck = Reasons(rawValue: 1 << 32)
  /// The gyroscope repeats one value, on one axis or all.
  public static let gyroscopeStuck = Reasons(rawValue: 1 << 33)
  /// The geoid file was not found, so that heights above mean sea level and ellipsoid cannot be
  /// converted.
  public static let geoidMissing = Reasons(rawValue: 1 << 34)
  /// The newest sample is older than the deadline, or no update came within the guaranteed period.
  public static let late = Reasons(rawValue: 1 << 35)
  /// The receiver's stated accuracy is implausibly good, or its errors are far beyond it.
  public static let fixAccuracyImplausible = Reasons(rawValue: 1 << 36)
  /// Fixes contradict the estimate beyond the accuracy of both.
  public static let fixJump = Reasons(rawValue: 1 << 37)
  /// The receiver repeats one position while the device moves.
  public static let fixFrozen = Reasons(rawValue: 1 << 38)
  /// A fix came too late to be used, or the receiver's time ran backwards.
  public static let fixTimeImplausible = Reasons(rawValue: 1 << 39)
  /// The receiver's date is implausible: a week-number rollover.
  public static let fixDateImplausible = Reasons(rawValue: 1 << 40)
  /// Position and velocity are propagated without fixes, by the inertial sensors.
  public static let deadReckoning = Reasons(rawValue: 1 << 41)
  /// The heading comes from motion over ground and the inertial sensors, not from the field alone.
  public static let headingFromMotion = Reasons(rawValue: 1 << 42)
  /// The source of the heading has changed within the last seconds.
  public static let headingSourceChanged = Reasons(rawValue: 1 << 43)
  /// The former source of the heading was lost; otherwise the new one is more accurate.
  public static let headingSourceLost = Reasons(rawValue: 1 << 45)
  /// The calibration depends on a vehicle's load, and no load is reported.
  public static let loadUnknown = Reasons(rawValue: 1 << 46)
  /// A sensor is not used, because its mount matrix was refused.
  public static let mountInvalid = Reasons(rawValue: 1 << 47)
  /// The navigation filter was reset, because consistent fixes or the limits of vehicle motion
  /// contradicted it.
  public static let navigationReset = Reasons(rawValue: 1 << 48)
  /// Heave needs a minute of accelerations.
  public static let heaveSettling = Reasons(rawValue: 1 << 49)
  /// The speed through the water contradicts fixes or inertial sensors, or the log has stopped.
  public static let waterSpeedImplausible = Reasons(rawValue: 1 << 50)
  /// The barometer repeats one pressure and is excluded.
  public static let barometerStuck = Reasons(rawValue: 1 << 44)
}
