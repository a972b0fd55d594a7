/// Why a calibration was refused, or is worse than it could be.
public struct CalibrationReasons: OptionSet, Sendable, Hashable {
  /// One bit for each reason.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Fewer samples than any model needs.
  public static let tooFewSamples = CalibrationReasons(rawValue: 1 << 0)
  /// The body did not rotate: it was at rest or only translated.
  public static let noRotation = CalibrationReasons(rawValue: 1 << 1)
  /// Headings are missing: less than three quarters of the circle is covered.
  public static let headingsMissing = CalibrationReasons(rawValue: 1 << 2)
  /// The body was not tilted enough to make the vertical axis observable.
  public static let tiltMissing = CalibrationReasons(rawValue: 1 << 3)
  /// No accelerometer: the inclination is not used.
  public static let noAccelerometer = CalibrationReasons(rawValue: 1 << 4)
  /// The place is unknown: strength and inclination are estimated.
  public static let placeUnknown = CalibrationReasons(rawValue: 1 << 5)
  /// Over a tenth of the samples are outliers.
  public static let manyOutliers = CalibrationReasons(rawValue: 1 << 6)
  /// The residuals exceed sensor noise: the field changed during the recording.
  public static let disturbed = CalibrationReasons(rawValue: 1 << 7)
  /// The fitted field is not the Earth's.
  public static let implausibleField = CalibrationReasons(rawValue: 1 << 8)
  /// The predicted heading error is too large.
  public static let inaccurate = CalibrationReasons(rawValue: 1 << 9)
  /// The fit did not converge.
  public static let notConverged = CalibrationReasons(rawValue: 1 << 10)
  /// The calibration in use has the smaller cross-validation error.
  public static let notBetter = CalibrationReasons(rawValue: 1 << 11)
  /// Calibration by a known heading needs the reference field, and so the place.
  public static let placeNeeded = CalibrationReasons(rawValue: 1 << 12)
  /// The field depends on the vehicle's load.
  public static let movesWithLoad = CalibrationReasons(rawValue: 1 << 13)
  /// Accelerations were too large for the accelerometer to measure the vertical; it is excluded.
  public static let accelerating = CalibrationReasons(rawValue: 1 << 14)

  /// Readings are clipped, or an axis is stuck; clipped samples are excluded.
  public static let clipped = CalibrationReasons(rawValue: 1 << 15)

  /// The gyroscope indicates that axes of the magnetometer are swapped or reversed.
  public static let wrongAxes = CalibrationReasons(rawValue: 1 << 16)

  /// The accelerometer is uncalibrated, or the samples show a bias or scale error of it.
  public static let accelerometerUncalibrated = CalibrationReasons(rawValue: 1 << 17)

  /// The inclination that the samples show differs from the reference field's.
  public static let placeDisagrees = CalibrationReasons(rawValue: 1 << 18)

  /// The hard iron drifted during the recording.
  public static let drifting = CalibrationReasons(rawValue: 1 << 19)

  /// The accelerometer's vertical is so noisy that the fit rests on the field's strength alone, or leans
  /// because the force is larger than gravity.
  public static let gravityDisagrees = CalibrationReasons(rawValue: 1 << 20)

  /// Every reason with its protocol name and a sentence for the user.
  public static let catalogue: [(reason: CalibrationReasons, name: String, advice: String)] = [
    (.tooFewSamples, "too_few_samples", "there are too few samples; record for longer"),
    (.noRotation, "no_rotation", "the device hardly rotated; turn it"),
    (.headingsMissing, "headings_missing", "not all headings are covered; turn a full circle"),
    (
      .tiltMissing, "tilt_missing",
      "the device was hardly tilted; tilt it nose up and down, left and right"
    ),
    (.noAccelerometer, "no_accelerometer", "without an accelerometer inclination was not used"),
    (.placeUnknown, "place_unknown", "strength and inclination were estimated; give the place"),
    (.manyOutliers, "many_outliers", "many samples do not fit; keep away from iron and magnets"),
    (
      .disturbed, "disturbed",
      "the field changed during the recording; keep away from iron and magnets"
    ),
    (
      .implausibleField, "implausible_field",
      "the field found is not the Earth's; move away from iron, or check the scale and the axes"
    ),
    (
      .clipped, "clipped",
      "an axis of the magnetometer is at the end of its range or stuck; check its range and driver"
    ),
    (
      .wrongAxes, "wrong_axes",
      "axes of the magnetometer are swapped or reversed; `compass calibrate mount` names them"
    ),
    (
      .inaccurate, "inaccurate",
      "the heading would not be accurate enough; turn at a varying rate and tilt more"
    ),
    (.notConverged, "not_converged", "no calibration explains the samples; record again"),
    (.notBetter, "not_better", "the calibration in use explains the samples as well; keep it"),
    (.placeNeeded, "place_needed", "a known heading needs the place; give latitude and longitude"),
    (
      .movesWithLoad, "moves_with_load",
      "the field changes with the vehicle's load; mount it farther from motors and cables"
    ),
    (
      .accelerating, "accelerating",
      "accelerations were too large to measure the vertical; turn it more slowly"
    ),
    (
      .accelerometerUncalibrated, "accelerometer_uncalibrated",
      "the accelerometer is not calibrated; `compass calibrate --six-sides` does it first, then the field"
    ),
    (
      .placeDisagrees, "place_disagrees",
      "the inclination found is not the place's; check latitude and longitude, keep away from iron"
    ),
    (
      .drifting, "drifting",
      "the offset drifted during the recording; let the device warm up, then calibrate again"
    ),
    (
      .gravityDisagrees, "gravity_disagrees",
      "the vertical is uncertain by many degrees; calibrate the accelerometer, turn more slowly"
    ),
  ]

  /// The names of the reasons in the set.
  public var names: [String] {
    var names: [String] = []
    for entry in Self.catalogue where contains(entry.reason) { names.append(entry.name) }
    return names
  }

  /// Explanation of the reasons and the recommended actions.
  public var advice: [String] {
    var advice: [String] = []
    for entry in Self.catalogue where contains(entry.reason) { advice.append(entry.advice) }
    return advice
  }
}
