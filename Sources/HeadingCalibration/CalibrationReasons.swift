/// Why a calibration was refused, or is worse than it could be.
public struct CalibrationReasons: OptionSet, Sendable, Hashable {
  /// One bit a reason.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Fewer samples than any rung needs.
  public static let tooFewSamples = CalibrationReasons(rawValue: 1 << 0)
  /// The body did not turn: it stood, or only moved along.
  public static let noRotation = CalibrationReasons(rawValue: 1 << 1)
  /// Less than a third of the circle of headings was seen.
  public static let headingsMissing = CalibrationReasons(rawValue: 1 << 2)
  /// The body was not tilted enough to see the vertical axis.
  public static let tiltMissing = CalibrationReasons(rawValue: 1 << 3)
  /// No accelerometer, so the inclination could not be used.
  public static let noAccelerometer = CalibrationReasons(rawValue: 1 << 4)
  /// The place is not known, so strength and inclination had to be estimated.
  public static let placeUnknown = CalibrationReasons(rawValue: 1 << 5)
  /// Over a tenth of the samples do not fit.
  public static let manyOutliers = CalibrationReasons(rawValue: 1 << 6)
  /// What is left after the fit is more than a sensor's noise: the field changed meanwhile.
  public static let disturbed = CalibrationReasons(rawValue: 1 << 7)
  /// The fit's strength or inclination is not that of the place.
  public static let implausibleField = CalibrationReasons(rawValue: 1 << 8)
  /// The predicted heading error is too large.
  public static let inaccurate = CalibrationReasons(rawValue: 1 << 9)
  /// The fit did not converge.
  public static let notConverged = CalibrationReasons(rawValue: 1 << 10)
  /// The calibration in use fits samples kept aside better.
  public static let notBetter = CalibrationReasons(rawValue: 1 << 11)
  /// A known heading needs the magnetic model's field, and so the place.
  public static let placeNeeded = CalibrationReasons(rawValue: 1 << 12)
  /// The field moves with the vehicle's load.
  public static let movesWithLoad = CalibrationReasons(rawValue: 1 << 13)
  /// The accelerometer did not show the vertical, it was moved too hard; it was left out.
  public static let accelerating = CalibrationReasons(rawValue: 1 << 14)

  /// Readings at the end of the magnetometer's range, or an axis that does not move, were left out.
  public static let clipped = CalibrationReasons(rawValue: 1 << 15)

  /// The gyroscope shows that axes of the magnetometer are swapped or reversed.
  public static let wrongAxes = CalibrationReasons(rawValue: 1 << 16)

  /// The accelerometer was never calibrated, or the samples show a bias or scale error of it.
  public static let accelerometerUncalibrated = CalibrationReasons(rawValue: 1 << 17)

  /// The inclination that the samples show is not that of the place.
  public static let placeDisagrees = CalibrationReasons(rawValue: 1 << 18)

  /// The hard iron drifted while the samples were taken.
  public static let drifting = CalibrationReasons(rawValue: 1 << 19)

  /// The vertical that the accelerometer shows scatters so much that the field's strength alone carries the fit.
  public static let gravityDisagrees = CalibrationReasons(rawValue: 1 << 20)

  /// Every reason with its name on the wire and a sentence for people.
  public static let catalogue: [(reason: CalibrationReasons, name: String, advice: String)] = [
    (.tooFewSamples, "too_few_samples", "there are too few samples; record for longer"),
    (.noRotation, "no_rotation", "the device hardly turned, it only stood or moved along; turn it"),
    (.headingsMissing, "headings_missing", "not all headings were seen; turn a full circle"),
    (.tiltMissing, "tilt_missing", "it was hardly tilted; nose up and down, left and right"),
    (.noAccelerometer, "no_accelerometer", "without an accelerometer inclination was not used"),
    (.placeUnknown, "place_unknown", "strength and inclination were estimated; give the place"),
    (.manyOutliers, "many_outliers", "many samples do not fit; keep away from iron and magnets"),
    (.disturbed, "disturbed", "the field changed meanwhile; keep away from iron and magnets"),
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
    (.inaccurate, "inaccurate", "the heading would not be accurate enough; turn and tilt more"),
    (.notConverged, "not_converged", "no calibration explains the samples; record again"),
    (.notBetter, "not_better", "the calibration in use explains the samples as well; keep it"),
    (.placeNeeded, "place_needed", "a known heading needs the place; give latitude and longitude"),
    (
      .movesWithLoad, "moves_with_load",
      "the field moves with the vehicle's load; mount it farther from motors and cables"
    ),
    (
      .accelerating, "accelerating",
      "it was moved too hard for the accelerometer to show the vertical; turn it more slowly"
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
      "the offset drifted meanwhile; let the device warm up, then calibrate again"
    ),
    (
      .gravityDisagrees, "gravity_disagrees",
      "the vertical scatters by many degrees; calibrate the accelerometer, turn more slowly"
    ),
  ]

  /// The names of the reasons in the set.
  public var names: [String] {
    var names: [String] = []
    for entry in Self.catalogue where contains(entry.reason) { names.append(entry.name) }
    return names
  }

  /// What the reasons mean and what to do about them.
  public var advice: [String] {
    var advice: [String] = []
    for entry in Self.catalogue where contains(entry.reason) { advice.append(entry.advice) }
    return advice
  }
}
