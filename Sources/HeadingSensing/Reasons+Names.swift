extension Reasons {
  /// Every reason with its name in the protocol and its advice for users: what it means and what to
  /// do.
  public static let catalogue: [(reason: Reasons, name: String, advice: String)] = [
    (.starting, "starting", "the estimate has just begun; hold still for a second"),
    (
      .magnetometerMissing, "magnetometer_missing",
      "no magnetometer was found; see `compass doctor`"
    ),
    (.magnetometerStale, "magnetometer_stale", "the magnetometer stopped delivering samples"),
    (
      .accelerometerMissing, "accelerometer_missing",
      "no accelerometer was found, so tilt is unknown; see `compass doctor`"
    ),
    (.accelerometerStale, "accelerometer_stale", "the accelerometer stopped delivering samples"),
    (
      .gyroscopeMissing, "gyroscope_missing",
      "no gyroscope was found; the heading is smoothed slower"
    ),
    (.gyroscopeStale, "gyroscope_stale", "the gyroscope stopped delivering samples"),
    (.barometerMissing, "barometer_missing", "no barometer was found; altitude needs one or a fix"),
    (.barometerStale, "barometer_stale", "the barometer stopped delivering samples"),
    (.gnssMissing, "gnss_missing", "no satellite receiver; is gpsd running?"),
    (.noFix, "no_fix", "the satellite receiver has no fix yet"),
    (.fixStale, "fix_stale", "the last fix is too old"),
    (.notReported, "not_reported", "the receiver does not report this value now"),
    (
      .positionUnknown, "position_unknown",
      "true heading needs a place: a fix, or --latitude and --longitude"
    ),
    (
      .dateUnknown, "date_unknown",
      "true heading needs a date: GNSS time, a synchronized clock, or --date"
    ),
    (.modelExpired, "model_expired", "the date lies outside the magnetic model's validity"),
    (.fieldTooWeak, "field_too_weak", "the horizontal field is too weak here for any compass"),
    (.fieldWeak, "field_weak", "the horizontal field is weak here; expect larger errors"),
    (
      .uncalibrated, "uncalibrated",
      "the magnetometer is not calibrated: turn the device about, or calibrate it (compass calibrate)"
    ),
    (
      .loadUnknown, "load_unknown",
      "the field depends on the vehicle's load, which is not reported; see --load"
    ),
    (
      .disturbed, "disturbed",
      "iron or a magnet nearby distorts the field, or cannot be excluded yet: move away, or turn the device about"
    ),
    (
      .fieldImplausible, "field_implausible",
      "the field is not the Earth's (20 to 70 µT): calibrate, or check the driver's scale"
    ),
    (
      .gravityImplausible, "gravity_implausible",
      "the accelerometer does not read 1 g at rest: check its scale and mount"
    ),
    (
      .rateImplausible, "rate_implausible",
      "the gyroscope does not read 0 at rest, or contradicts the field: check its scale, or hold still"
    ),
    (.invalidSamples, "invalid_samples", "samples that are not plausible numbers were rejected"),
    (.sensorStuck, "sensor_stuck", "a sensor repeats one value; power it off and on"),
    (.saturated, "saturated", "a sensor is at the end of its range"),
    (.gyroscopeHold, "gyroscope_hold", "the heading is held by the gyroscope and drifts"),
    (.relativeHeading, "relative_heading", "the heading is relative to its start, not to north"),
    (.accelerating, "accelerating", "the device accelerates, so tilt is less accurate"),
    (.externalHeading, "external_heading", "the device computes this heading itself"),
    (.sensorFailed, "sensor_failed", "a sensor's driver or bus reports errors"),
    (.magnetometerStuck, "magnetometer_stuck", "the magnetometer repeats one value on an axis"),
    (.accelerometerStuck, "accelerometer_stuck", "the accelerometer repeats one value on an axis"),
    (.gyroscopeStuck, "gyroscope_stuck", "the gyroscope repeats one value on an axis"),
    (.barometerStuck, "barometer_stuck", "the barometer repeats one pressure and is not used"),
    (
      .mountInvalid, "mount_invalid",
      "a sensor's mount matrix was refused, so it is not used: `compass devices` says why; give --mount"
    ),
    (
      .geoidMissing, "geoid_missing",
      "egm96_30min_cm.i16, which relates sea level to the ellipsoid, was not found; see --data"
    ),
    (
      .late, "late",
      "the sensors or this machine do not keep the configured rate and deadline"
    ),
    (
      .fixAccuracyImplausible, "fix_accuracy_implausible",
      "the receiver's stated accuracy is implausible; larger errors are assumed"
    ),
    (
      .fixJump, "fix_jump",
      "fixes jumped, or contradict themselves or the other sensors, and are not used for now"
    ),
    (
      .navigationReset, "navigation_reset",
      "position and velocity were wrong and were reset by the fixes; they are confirmed within some seconds"
    ),
    (.fixFrozen, "fix_frozen", "the receiver repeats one place; power it off and on"),
    (
      .fixTimeImplausible, "fix_time_implausible",
      "a fix came too late, or the receiver's time ran backwards; it was not used"
    ),
    (
      .fixDateImplausible, "fix_date_implausible",
      "the receiver's date is implausible (week rollover); update its firmware, or give --date"
    ),
    (.deadReckoning, "dead_reckoning", "the position is propagated without fixes and drifts"),
    (.headingFromMotion, "heading_from_motion", "motion over ground gives the better heading"),
    (.headingSourceChanged, "heading_source_changed", "the heading's source has just changed"),
    (.headingSourceLost, "heading_source_lost", "the former source of the heading was lost"),
    (
      .waterSpeedImplausible, "water_speed_implausible",
      "the log contradicts the other sensors or has stopped; look whether its wheel is free"
    ),
    (
      .heaveSettling, "heave_settling",
      "heave needs 70 s of accelerations without a gap; the sea state two minutes more"
    ),
  ]

  /// The names of the reasons in the set, in the order of ``catalogue``.
  public var names: [String] {
    guard !isEmpty else { return [] }
    return Self.places.compactMap { contains($0.reason) ? Self.catalogue[$0.index].name : nil }
  }

  /// Index of each reason in ``catalogue``; reading the catalogue itself copies two strings per
  /// entry for every solution.
  private static let places = catalogue.enumerated().map { (reason: $1.reason, index: $0) }

  /// The advice for the reasons in the set, in the order of ``catalogue``.
  public var advice: [String] {
    Self.catalogue.compactMap { contains($0.reason) ? $0.advice : nil }
  }

  /// Creates a set from protocol names; unknown names are ignored.
  public init(names: some Sequence<String>) {
    var reasons: Reasons = []
    for name in names {
      for entry in Self.catalogue where entry.name == name { reasons.insert(entry.reason) }
    }
    self = reasons
  }
}
