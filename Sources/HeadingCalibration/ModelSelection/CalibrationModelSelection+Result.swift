import HeadingGeometry
import HeadingSensing
import RealModule

/// Results of a model selection.
extension CalibrationModelSelection {
  /// Noise above which the field changed during the recording, T: three times a poor sensor's.
  private static let largestNoise = 1.5e-6

  /// Attitude-dependent field error, T, above which the strength alone does not determine a
  /// calibration.
  private static let largestLocalField = 0.2e-6

  /// A result without a calibration.
  func refused(_ reasons: CalibrationReasons) -> CalibrationResult {
    var result = CalibrationResult()
    result.reasons = reasons
    if knowledge.heading != nil { result.nextMotion = .holdStill }
    var sum = Vector3.zero
    for sample in data.samples { sum += sample.field }
    let middle = sum * data.unit / Double(max(data.samples.count, 1))
    result.samplesUsed = data.samples.count
    // Around the mean of a body that did not turn, noise would count as every direction.
    let isStill = reasons.contains(.noRotation) || knowledge.heading != nil
    result.coverage = CalibrationCoverage(samples: raw, hardIron: isStill ? .zero : middle)
    return result
  }

  /// The result of a fit.
  ///
  /// - Parameters:
  ///   - fit: The fit of the selected model.
  ///   - widest: The fit of the largest model, for the covariance.
  ///   - model: The selected model.
  /// - Returns: Parameters, predicted error, reasons and acceptance.
  func evaluated(
    _ fit: FieldFit, widest: FieldFit, _ model: CalibrationModel
  ) -> CalibrationResult {
    let parameters = fit.parameters.atTheEnd
    guard fit.isConverged, let inverse = parameters.distortion.inverse,
      let predicted = prediction(of: parameters, widest)
    else { return refused(.notConverged) }
    var result = CalibrationResult()
    // With unknown strength the soft-iron matrix has determinant 1, and the strength follows.
    let scale =
      knowledge.usableStrength == nil
      ? Double.root(parameters.distortion.determinant, 3) : 1
    result.parameters.softIron = inverse * scale
    (result.parameters.load, result.parameters.hardIron) = load(of: parameters)
    result.parameters.temperature = data.temperature.map {
      TemperatureEffect(
        field: parameters.temperature * (data.unit / $0.half), reference: $0.middle)
    }
    result.fieldStrength = parameters.strength * scale * data.unit
    if data.hasUp || knowledge.inclination != nil {
      result.inclination = Angle(radians: parameters.inclination)
    }
    result.rung = model
    result.outliers = fit.outlierCount
    result.samplesUsed = data.samples.count - result.outliers
    result.noise = fit.noise.field * data.unit
    result.coverage = CalibrationCoverage(
      samples: raw, hardIron: parameters.offset * data.unit, softIron: result.parameters.softIron)
    result.predictedHeadingError = predicted.error
    result.parameters.predict(result.predictedHeadingError)
    addReasons(&result, parameters)
    addSensorReasons(&result, widest)
    // Without an accelerometer, field gradients are not distinguishable from hard and soft iron.
    if !data.hasUp, predicted.localField > Self.largestLocalField {
      result.reasons.insert(.disturbed)
      result.isAccepted = false
      result.quality = .unusable
    }
    return result
  }

  /// Sets reasons, quality, confidence and acceptance.
  private func addReasons(_ result: inout CalibrationResult, _ parameters: FieldParameters) {
    var reasons: CalibrationReasons = []
    var isUsable = true
    if !data.hasUp { reasons.insert(.noAccelerometer) }
    if knowledge.inclination == nil { reasons.insert(.placeUnknown) }
    if result.coverage.headingFraction < 0.75 { reasons.insert(.headingsMissing) }
    if data.hasUp, result.coverage.tilt.degrees < 10 { reasons.insert(.tiltMissing) }
    let part = Double(result.outliers) / Double(max(data.samples.count, 1))
    if clippedCount > 0 { reasons.insert(.clipped) }
    if part > 0.1 { reasons.insert(.manyOutliers) }
    if part > 0.4 { isUsable = false }
    if result.noise > Self.largestNoise { reasons.insert(.disturbed) }
    // A soft iron that changes the field by more than half, or an implausible field, is a wrong
    // fit.
    let volume = knowledge.usableStrength == nil ? 1 : parameters.distortion.determinant
    if !PhysicalConstants.earthField.contains(result.fieldStrength) || volume < 0.3 || volume > 3 {
      reasons.insert(.implausibleField)
      isUsable = false
    }
    if let load = result.parameters.load, load.swing > 1e-6 {
      reasons.insert(.movesWithLoad)
    }
    let error = result.predictedHeadingError
    if !(error.level <= options.largestHeadingError) {
      reasons.insert(.inaccurate)
      isUsable = false
    }
    result.isAccepted = isUsable
    result.reasons = reasons
    result.quality =
      isUsable ? CalibrationQuality(headingError: max(error.level, error.tilt20)) : .unusable
    let agreement = max(0, 1 - 2 * part) * min(1, Self.largestNoise / max(result.noise, 1e-9))
    result.confidence = result.coverage.headingFraction * agreement * (data.hasUp ? 1 : 0.7)
    result.nextMotion = result.coverage.nextMotion
  }

  /// Hard iron from one pose with known heading: measured minus reference field.
  ///
  /// The soft iron in use is kept. The predicted error contains its uncertainty, 6 % per scale and
  /// 4 % per cross term, and 1° of the heading.
  func fromKnownHeading() -> CalibrationResult {
    guard let heading = knowledge.heading, let strength = knowledge.usableStrength,
      let inclination = knowledge.inclination
    else { return refused(.placeNeeded) }
    let forces = raw.compactMap { $0.isUsable ? $0.specificForce?.direction : nil }
    guard forces.count >= 5, let up = forces.reduce(.zero, +).direction else {
      return refused(forces.isEmpty && !raw.isEmpty ? .noAccelerometer : .tooFewSamples)
    }
    // The horizontal projection of the forward axis has the known heading; it is undefined near the
    // vertical.
    guard let forward = (Vector3(0, 1, 0) - up * up.y).direction, abs(up.y) < 0.9 else {
      return refused(.tiltMissing)
    }
    let north = forward * heading.cosine + up.cross(forward) * heading.sine
    let field = (north * inclination.cosine - up * inclination.sine) * strength
    var sum = Vector3.zero
    var count = 0.0
    for sample in raw where sample.isUsable {
      sum += sample.field
      count += 1
    }
    var result = refused([.headingsMissing, .tiltMissing])
    result.parameters = knowledge.current ?? CalibrationParameters()
    let bent = (result.parameters.softIron.inverse ?? .identity) * field
    result.parameters.hardIron = sum / count - bent
    result.fieldStrength = strength
    result.inclination = inclination
    result.rung = .knownHeading
    result.samplesUsed = Int(count)
    result.predictedHeadingError = HeadingErrorPrediction(
      onePoseAt: heading, strength: strength, inclination: inclination)
    result.parameters.predict(result.predictedHeadingError)
    result.quality = .poor
    result.confidence = 0.2
    result.isAccepted = true
    return result
  }
}
