public import Geomagnetism
public import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing

/// Tests whether a recording's field is calibrated, before it is replayed.
///
/// A recording does not state whether its field is calibrated. A calibrated field has constant
/// strength and dip in any attitude. The field is uncalibrated if a calibration reduces the
/// residuals significantly and changes the heading by more than its predicted error.
public struct RecordedField: Sendable {
  /// The fit to the recording, compared with the recorded field as the calibration in use.
  public let result: CalibrationResult

  /// Whether the fitted calibration removes more heading error than its own uncertainty.
  public let isUncalibrated: Bool

  /// Tests the samples of a recording.
  ///
  /// - Parameters:
  ///   - samples: Samples of the whole recording.
  ///   - knowledge: Reference field, see ``RecordingSamples/knowledge(at:height:on:model:)``.
  public init(_ samples: RecordingSamples, knowledge: CalibrationPriors) {
    var calibrator = MagneticCalibrator()
    calibrator.options.largestCount = Self.largestCount
    var knowledge = knowledge
    knowledge.current = CalibrationParameters()
    let samples = samples.samples
    let placed = calibrator.fit(samples, knowledge: knowledge)
    let isSignificant =
      Self.isSignificant(placed) && Self.reducesVariance(placed.parameters, samples)
    guard isSignificant, knowledge.fieldStrength != nil else {
      result = placed
      isUncalibrated = isSignificant
      return
    }
    // A field of constant strength is calibrated even if it differs from the reference field.
    knowledge.fieldStrength = nil
    knowledge.inclination = nil
    let free = calibrator.fit(samples, knowledge: knowledge)
    result = placed
    isUncalibrated = !free.reasons.contains(.notBetter)
  }

  /// Largest number of samples, for a fit faster than the replay; it detects hard iron as well as
  /// 3000.
  private static let largestCount = 400

  /// Smallest hard iron, T, beyond the error of a calibration; 2.5 µT cause 5° to 10° of heading
  /// error.
  private static let smallest = 2.5e-6

  /// Whether a calibration removes more than half of the variance of the field's strength.
  ///
  /// Hard and soft iron change the strength as the device rotates; a wrong vertical, as in a banked
  /// turn, does not.
  private static func reducesVariance(
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

  private static func isSignificant(_ result: CalibrationResult) -> Bool {
    guard result.isAccepted, result.reasons.isDisjoint(with: [.disturbed, .manyOutliers]),
      let recorded = result.currentHeldOutError, let left = result.heldOutError
    else { return false }
    // The calibration must explain most of the residual: motors, steel structures and tilt errors
    // by acceleration are not the device's own iron.
    guard left < recorded / 2 else { return false }
    let shape = result.parameters.softIron.orthogonalityError / 2 * result.fieldStrength
    guard max(result.parameters.hardIron.length, shape) > smallest else { return false }
    let taken = (recorded * recorded - left * left).squareRoot()
    let horizontal = result.fieldStrength * (result.inclination?.cosine ?? 0.5)
    return taken > 3 * result.predictedHeadingError.level.radians * horizontal
  }
}

extension RecordingSamples {
  /// Prior information of the reference field at the recording's position.
  ///
  /// - Parameters:
  ///   - coordinate: The position; `nil` if unknown.
  ///   - height: Height above the ellipsoid, m.
  ///   - date: The date.
  ///   - model: The magnetic model.
  /// - Returns: Strength and inclination; empty if the position is unknown.
  /// - Throws: If the date is outside of the model's validity.
  public static func knowledge(
    at coordinate: Coordinate?, height: Double, on date: UniversalTime, model: MagneticModel
  ) throws(MagneticModelError) -> CalibrationPriors {
    guard let coordinate else { return CalibrationPriors() }
    let field = try model.field(
      at: coordinate, ellipsoidalHeight: height, decimalYear: date.decimalYear)
    return CalibrationPriors(
      fieldStrength: field.elements.total, inclination: field.elements.inclination)
  }
}
