public import Geomagnetism
public import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing

/// What the field of a recording tells of its calibration, before the recording is run.
///
/// A recording says nowhere whether its field is calibrated. One that is has one strength and one dip, whichever
/// way the device was turned. Where another field in the body explains the samples better, and turns the heading
/// by more than is known of it, the recording holds its own calibration.
public struct RecordedField: Sendable {
  /// The fit to the recording, with the recorded field as the one to be better than.
  public let result: CalibrationResult

  /// Whether the recording's own calibration takes away more of the heading's error than it may leave.
  public let isUncalibrated: Bool

  /// Judges samples.
  ///
  /// - Parameters:
  ///   - samples: Of the whole recording.
  ///   - knowledge: The model's field at its place, see ``RecordingSamples/knowledge(at:height:on:model:)``.
  public init(_ samples: RecordingSamples, knowledge: CalibrationKnowledge) {
    var calibrator = MagneticCalibrator()
    calibrator.options.largestCount = Self.largestCount
    var knowledge = knowledge
    knowledge.current = CalibrationParameters()
    let samples = samples.samples
    let placed = calibrator.fit(samples, knowledge: knowledge)
    let isWorth = Self.isWorth(placed) && Self.evens(placed.parameters, samples)
    guard isWorth, knowledge.fieldStrength != nil else {
      result = placed
      isUncalibrated = isWorth
      return
    }
    // A field that is the same all round is calibrated, even where it is not the place's.
    knowledge.fieldStrength = nil
    knowledge.inclination = nil
    let free = calibrator.fit(samples, knowledge: knowledge)
    result = placed
    isUncalibrated = !free.reasons.contains(.notBetter)
  }

  /// The look shall not take longer than the replay: so many tell iron as well as a calibration's 3000.
  private static let largestCount = 400

  /// Iron below this, T, may be what a calibration has left; 2.5 µT turn the heading by 5° to 10°.
  private static let smallest = 2.5e-6

  /// Whether a calibration takes more than half of the variance of the field's strength.
  ///
  /// Iron shows in the strength as the device turns; a wrong vertical, as in a banked circle, does not.
  private static func evens(
    _ parameters: CalibrationParameters, _ samples: [CalibrationSample]
  ) -> Bool {
    func variance(_ strength: (Vector3) -> Double) -> Double {
      var (count, mean, squares) = (0.0, 0.0, 0.0)
      for sample in samples {
        let away = strength(sample.field) - mean
        count += 1
        mean += away / count
        squares += away * (strength(sample.field) - mean)
      }
      return squares / max(count, 1)
    }
    let calibrated = variance { (parameters.softIron * ($0 - parameters.hardIron)).length }
    return calibrated < variance { $0.length } / 2
  }

  private static func isWorth(_ result: CalibrationResult) -> Bool {
    guard result.isAccepted, result.reasons.isDisjoint(with: [.disturbed, .manyOutliers]),
      let recorded = result.currentHeldOutError, let left = result.heldOutError
    else { return false }
    // Most of what is off must be explained: motors, steel beside the way, a horizon that accelerations tilt are
    // not the device's iron.
    guard left < recorded / 2 else { return false }
    let shape = result.parameters.softIron.orthogonalityError / 2 * result.fieldStrength
    guard max(result.parameters.hardIron.length, shape) > smallest else { return false }
    let taken = (recorded * recorded - left * left).squareRoot()
    let horizontal = result.fieldStrength * (result.inclination?.cosine ?? 0.5)
    return taken > 3 * result.predictedHeadingError.level.radians * horizontal
  }
}

extension RecordingSamples {
  /// What is known of the field where the recording was made.
  ///
  /// - Parameters:
  ///   - coordinate: The place; `nil` knows nothing.
  ///   - height: Above the ellipsoid, m.
  ///   - date: The date.
  ///   - model: The magnetic model.
  /// - Returns: Strength and inclination there, or nothing.
  /// - Throws: If the model does not cover the date.
  public static func knowledge(
    at coordinate: Coordinate?, height: Double, on date: UniversalTime, model: MagneticModel
  ) throws(MagneticModelError) -> CalibrationKnowledge {
    guard let coordinate else { return CalibrationKnowledge() }
    let field = try model.field(
      at: coordinate, ellipsoidalHeight: height, decimalYear: date.decimalYear)
    return CalibrationKnowledge(
      fieldStrength: field.elements.total, inclination: field.elements.inclination)
  }
}
