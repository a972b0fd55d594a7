/// Why a value is missing or worse than it could be.
///
/// Missing is said, never faked: every value that is not available carries its reasons.
public struct Reasons: OptionSet, Sendable, Hashable {
  /// One bit a reason.
  public let rawValue: UInt64

  /// Makes a set from its bits.
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
  /// The receiver did not give this value, or its motion is too slow for it.
  public static let notReported = Reasons(rawValue: 1 << 12)
  /// No place is known, so no magnetic model can be applied.
  public static let positionUnknown = Reasons(rawValue: 1 << 13)
  /// No trustworthy date is known, so no magnetic model can be applied.
  public static let dateUnknown = Reasons(rawValue: 1 << 14)
  /// The date lies outside the magnetic model's validity.
  public static let modelExpired = Reasons(rawValue: 1 << 15)
  /// The horizontal field is too weak here for a compass (blackout zone, H < 2000 nT).
  public static let fieldTooWeak = Reasons(rawValue: 1 << 16)
  /// The horizontal field is weak here (caution zone, H < 6000 nT).
  public static let fieldWeak = Reasons(rawValue: 1 << 17)
  /// No calibration of the magnetometer is loaded.
  public static let uncalibrated = Reasons(rawValue: 1 << 18)
  /// The field's strength or dip does not fit the local field.
  public static let disturbed = Reasons(rawValue: 1 << 19)
  /// The field's strength is outside what the Earth has (20 to 70 µT).
  public static let fieldImplausible = Reasons(rawValue: 1 << 20)
  /// The accelerometer does not read about 1 g at rest.
  public static let gravityImplausible = Reasons(rawValue: 1 << 21)
  /// The gyroscope does not read about 0 at rest.
  public static let rateImplausible = Reasons(rawValue: 1 << 22)
  /// Samples that are not numbers, or absurd, were rejected.
  public static let invalidSamples = Reasons(rawValue: 1 << 23)
  /// A sensor repeats one value.
  public static let sensorStuck = Reasons(rawValue: 1 << 24)
  /// A sensor is at the end of its range.
  public static let saturated = Reasons(rawValue: 1 << 25)
  /// Heading is held by the gyroscope alone and drifts.
  public static let gyroscopeHold = Reasons(rawValue: 1 << 26)
  /// Heading has no north: there is no usable magnetometer.
  public static let relativeHeading = Reasons(rawValue: 1 << 27)
  /// The device accelerates too long or too strongly for tilt to be sure.
  public static let accelerating = Reasons(rawValue: 1 << 28)
  /// The magnetometer's own heading computer is used (HID compass); tilt and bounds are its own.
  public static let externalHeading = Reasons(rawValue: 1 << 29)
  /// A sensor's driver or bus reports errors.
  public static let sensorFailed = Reasons(rawValue: 1 << 30)
  /// The magnetometer repeats one value, on one axis or all.
  public static let magnetometerStuck = Reasons(rawValue: 1 << 31)
  /// The accelerometer repeats one value, on one axis or all.
  public static let accelerometerStuck = Reasons(rawValue: 1 << 32)
  /// The gyroscope repeats one value, on one axis or all.
  public static let gyroscopeStuck = Reasons(rawValue: 1 << 33)
  /// The geoid's file was not found, so sea level and ellipsoid cannot be told from each other.
  public static let geoidMissing = Reasons(rawValue: 1 << 34)
  /// The newest sample is older than the deadline, or no update came in the guaranteed period.
  public static let late = Reasons(rawValue: 1 << 35)
  /// The receiver's own accuracy is too good to be true, or its errors are far beyond it.
  public static let fixAccuracyImplausible = Reasons(rawValue: 1 << 36)
  /// Fixes contradict the estimate by more than both can be off.
  public static let fixJump = Reasons(rawValue: 1 << 37)
  /// The receiver repeats one place while the device moves.
  public static let fixFrozen = Reasons(rawValue: 1 << 38)
  /// A fix came too late to be used, or the receiver's time ran backwards.
  public static let fixTimeImplausible = Reasons(rawValue: 1 << 39)
  /// The receiver's date cannot be: a week number that rolled over.
  public static let fixDateImplausible = Reasons(rawValue: 1 << 40)
  /// Position and speed are carried on without fixes, by the inertial sensors.
  public static let deadReckoning = Reasons(rawValue: 1 << 41)
  /// The heading comes from the motion over ground and the inertial sensors, not from the field alone.
  public static let headingFromMotion = Reasons(rawValue: 1 << 42)
  /// The source of the heading has changed within the last seconds.
  public static let headingSourceChanged = Reasons(rawValue: 1 << 43)
  /// The former source of the heading was lost; otherwise the new one is more accurate.
  public static let headingSourceLost = Reasons(rawValue: 1 << 45)
  /// The calibration knows how the field moves with a vehicle's load, and no load is told.
  public static let loadUnknown = Reasons(rawValue: 1 << 46)
  /// A sensor is not used, as its mount matrix is no rotation.
  public static let mountInvalid = Reasons(rawValue: 1 << 47)
  /// The navigation filter was contradicted by consistent fixes, or by what a vehicle can do, and began anew.
  public static let navigationReset = Reasons(rawValue: 1 << 48)
  /// The barometer repeats one pressure and is not believed.
  public static let barometerStuck = Reasons(rawValue: 1 << 44)
}
