/// The reasons of sensors, fixes and estimation.
extension Reason {
  /// The estimate has just begun.
  public static let starting = Reason(rawValue: "starting")
  /// No magnetometer was found.
  public static let magnetometerMissing = Reason(rawValue: "magnetometer_missing")
  /// The magnetometer stopped delivering.
  public static let magnetometerStale = Reason(rawValue: "magnetometer_stale")
  /// No accelerometer was found.
  public static let accelerometerMissing = Reason(rawValue: "accelerometer_missing")
  /// The accelerometer stopped delivering.
  public static let accelerometerStale = Reason(rawValue: "accelerometer_stale")
  /// No gyroscope was found; smoothing is slower.
  public static let gyroscopeMissing = Reason(rawValue: "gyroscope_missing")
  /// The gyroscope stopped delivering.
  public static let gyroscopeStale = Reason(rawValue: "gyroscope_stale")
  /// No barometer was found.
  public static let barometerMissing = Reason(rawValue: "barometer_missing")
  /// The barometer stopped delivering.
  public static let barometerStale = Reason(rawValue: "barometer_stale")
  /// No satellite receiver is connected.
  public static let gnssMissing = Reason(rawValue: "gnss_missing")
  /// The receiver has no fix yet.
  public static let noFix = Reason(rawValue: "no_fix")
  /// The last fix is too old.
  public static let fixStale = Reason(rawValue: "fix_stale")
  /// The receiver did not report this value, or moves too slowly for it.
  public static let notReported = Reason(rawValue: "not_reported")
  /// The position is unknown, so that the magnetic model cannot be used.
  public static let positionUnknown = Reason(rawValue: "position_unknown")
  /// No trusted date is known, so that the magnetic model cannot be used.
  public static let dateUnknown = Reason(rawValue: "date_unknown")
  /// The date lies outside the magnetic model's validity.
  public static let modelExpired = Reason(rawValue: "model_expired")
  /// The horizontal field is too weak here for a compass (blackout zone, H < 2000 nT).
  public static let fieldTooWeak = Reason(rawValue: "field_too_weak")
  /// The horizontal field is weak here (caution zone, H < 6000 nT).
  public static let fieldWeak = Reason(rawValue: "field_weak")
  /// No calibration of the magnetometer is loaded.
  public static let uncalibrated = Reason(rawValue: "uncalibrated")
  /// The field is disturbed: its strength or inclination contradicts the local field.
  public static let disturbed = Reason(rawValue: "disturbed")
  /// The field strength is outside the Earth's range (20 to 70 µT).
  public static let fieldImplausible = Reason(rawValue: "field_implausible")
  /// The accelerometer does not read about 1 g at rest.
  public static let gravityImplausible = Reason(rawValue: "gravity_implausible")
  /// The gyroscope does not read about 0 at rest, or contradicts field and gravity.
  public static let rateImplausible = Reason(rawValue: "rate_implausible")
  /// Samples that are not finite, or implausible, were rejected.
  public static let invalidSamples = Reason(rawValue: "invalid_samples")
  /// A sensor repeats one value.
  public static let sensorStuck = Reason(rawValue: "sensor_stuck")
  /// A sensor is saturated.
  public static let saturated = Reason(rawValue: "saturated")
  /// The gyroscope alone holds the heading, which drifts.
  public static let gyroscopeHold = Reason(rawValue: "gyroscope_hold")
  /// The heading is not relative to north: there is no usable magnetometer.
  public static let relativeHeading = Reason(rawValue: "relative_heading")
  /// Acceleration is too long or too strong for an accurate tilt.
  public static let accelerating = Reason(rawValue: "accelerating")
  /// The heading is that of an external compass (HID compass), with its own tilt compensation and
  /// bounds.
  public static let externalHeading = Reason(rawValue: "external_heading")
  /// A sensor's driver or bus reports errors.
  public static let sensorFailed = Reason(rawValue: "sensor_failed")
  /// The magnetometer repeats one value, on one axis or all.
  public static let magnetometerStuck = Reason(rawValue: "magnetometer_stuck")
  /// The accelerometer repeats one value, on one axis or all.
  public static let accelerometerStuck = Reason(rawValue: "accelerometer_stuck")
  /// The gyroscope repeats one value, on one axis or all.
  public static let gyroscopeStuck = Reason(rawValue: "gyroscope_stuck")
  /// The geoid file was not found, so that heights above mean sea level and ellipsoid cannot be
  /// converted.
  public static let geoidMissing = Reason(rawValue: "geoid_missing")
  /// The newest sample is older than the deadline, or no update came within the guaranteed period.
  public static let late = Reason(rawValue: "late")
  /// The receiver's stated accuracy is implausibly good, or its errors are far beyond it.
  public static let fixAccuracyImplausible = Reason(rawValue: "fix_accuracy_implausible")
  /// Fixes contradict the estimate beyond the accuracy of both.
  public static let fixJump = Reason(rawValue: "fix_jump")
  /// The receiver repeats one position while the device moves.
  public static let fixFrozen = Reason(rawValue: "fix_frozen")
  /// A fix came too late to be used, or the receiver's time ran backwards.
  public static let fixTimeImplausible = Reason(rawValue: "fix_time_implausible")
  /// The receiver's date is implausible: a week-number rollover.
  public static let fixDateImplausible = Reason(rawValue: "fix_date_implausible")
  /// Position and velocity are propagated without fixes, by the inertial sensors.
  public static let deadReckoning = Reason(rawValue: "dead_reckoning")
  /// The heading comes from motion over ground and the inertial sensors, not from the field alone.
  public static let headingFromMotion = Reason(rawValue: "heading_from_motion")
  /// The source of the heading has changed within the last seconds.
  public static let headingSourceChanged = Reason(rawValue: "heading_source_changed")
  /// The previous source of the heading was lost; otherwise the new one is more accurate.
  public static let headingSourceLost = Reason(rawValue: "heading_source_lost")
  /// The speed through the water contradicts fixes or inertial sensors, or the log has stopped.
  public static let waterSpeedImplausible = Reason(rawValue: "water_speed_implausible")
  /// Heave needs a minute of accelerations.
  public static let heaveSettling = Reason(rawValue: "heave_settling")
  /// The calibration depends on a vehicle's load, and no load is reported.
  public static let loadUnknown = Reason(rawValue: "load_unknown")
  /// A sensor is not used, because its mount matrix was refused.
  public static let mountInvalid = Reason(rawValue: "mount_invalid")
  /// The navigation filter was reset, because consistent fixes or the limits of vehicle motion
  /// contradicted it.
  public static let navigationReset = Reason(rawValue: "navigation_reset")
  /// The barometer repeats one pressure and is excluded.
  public static let barometerStuck = Reason(rawValue: "barometer_stuck")
}
