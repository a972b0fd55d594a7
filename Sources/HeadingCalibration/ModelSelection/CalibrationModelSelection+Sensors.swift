import HeadingGeometry
import RealModule

/// Joint estimation of nuisance parameters: other sensors' errors, inclination error, lag and
/// drift.
extension CalibrationModelSelection {
  /// Wald statistic above which a group of three parameters, such as a misalignment, is
  /// significant.
  ///
  /// For χ² of 3 the false-alarm probability is 0.7 %. Every covariance estimate must exceed it.
  private static let significant = 12.0

  /// The same above which a group enters the predicted error without being corrected.
  private static let doubtful = 9.0

  /// The same for accelerometer errors: a false alarm costs more than one of a misalignment.
  private static let significantForce = 30.0

  /// The same for a drift.
  private static let significantDrift = 20.0

  /// Root mean square tilt below which a body counts as level: ±10° give 0.17.
  private static let leastTilting = 0.12

  /// The same below which the inclination is unobservable: ±7°.
  private static let leastTiltingForPlace = 0.08

  /// Standard deviations by which the inclination must differ from the reference field's.
  private static let disagreement = 2.5

  /// Apparent misalignment, rad, caused by a gyroscope with 1° misalignment and 2 % scale errors:
  /// 2.3°.
  private static let misalignmentByGyroscope = 0.04

  /// Fits the selected model again with nuisance parameters and gyroscope segments.
  mutating func estimateNuisanceParameters(
    _ fit: inout FieldFit, _ widest: inout FieldFit, _ model: inout CalibrationModel
  ) {
    var nuisance: NuisanceParameters = [.inclination, .lag]
    if data.velocityDeviation != nil { nuisance.insert(.velocity) }
    switch knowledge.accelerometer {
    case .unknown:
      nuisance.insert(isTilted(widest) ? .accelerometer : .untestedAccelerometer)
    case .calibrated: nuisance.insert(.calibratedAccelerometer)
    case .uncalibrated: nuisance.insert(.uncalibratedAccelerometer)
    }
    // Unmodelled correlation of the vertical's errors would bias the fit strongly.
    let correlation = fit.measuredCorrelation()
    var start =
      converged(.ellipsoid, from: fit.parameters, nuisance, correlation)
      ?? converged(.ellipsoid, from: widest.parameters, nuisance, correlation)
      ?? converged(
        .ellipsoid, from: widest.parameters, nuisance, correlation, usesNeighbours: false)
    if start == nil, knowledge.inclination != nil, data.tilting > Self.leastTiltingForPlace {
      // With a wrong reference inclination no fit may converge; level motion would not show it.
      nuisance = nuisance.subtracting(.inclination).union(.freeInclination)
      start = converged(
        .ellipsoid, from: data.start(strength: nil, inclination: nil), nuisance, correlation)
    }
    guard var whole = start else {
      // The predicted error contains the other sensors' errors also where they are not estimated.
      widest = widened(widest, .ellipsoid, nuisance)
      return
    }
    findInclination(&whole, &nuisance, correlation)
    // Misalignment and accelerometer bias are hard to separate: the more significant one is tested
    // first.
    let bias = widened(whole, .ellipsoid, nuisance.withUncalibratedAccelerometer)
      .modelSignificance(of: FieldParameters.accelerometerBias, count: 6)
    let turn = misalignmentSignificance(whole, nuisance)
    let isMisaligned = isTilted(whole) && turn > max(bias, Self.significant)
    if !isMisaligned { findAccelerometerErrors(&whole, .ellipsoid, &nuisance) }
    findLag(&whole, .ellipsoid, &nuisance)
    findDrift(&whole, &nuisance)
    let mayBeMisaligned = isMisaligned || misalignmentSignificance(whole, nuisance) > Self.doubtful
    let segmentModel = useSegments(&whole, nuisance, mayBeMisaligned: mayBeMisaligned)
    if let segmentModel {
      model = segmentModel
      findLag(&whole, segmentModel, &nuisance)
    }
    // Unobservable parameters stay at their prior mean; a smaller model would not be more accurate.
    if model < .ellipsoid, whole.isVerticalAxisObservable, isBetter(whole, than: fit) {
      model = .ellipsoid
    }
    var simple = whole
    let (full, isFound) =
      segmentModel == .full
      ? (whole, true) : testMisalignment(whole, nuisance, mayBeMisaligned: mayBeMisaligned)
    if var full {
      if isMisaligned { findAccelerometerErrors(&full, .full, &nuisance) }
      if isFound { (simple, model) = (full, .full) }
      whole = full
    }
    (fit, widest) = (simple, whole)
  }

  /// A converged fit with autocorrelated residuals accounted for; `nil` otherwise.
  private func converged(
    _ model: CalibrationModel, from parameters: FieldParameters, _ nuisance: NuisanceParameters,
    _ correlation: FieldCorrelation, usesNeighbours: Bool = true
  ) -> FieldFit? {
    var fit = make(model, from: parameters, usesSegments: false, nuisance: nuisance)
    fit.correlation = correlation
    fit.usesNeighbours = usesNeighbours
    fit.run()
    guard fit.isConverged else { return nil }
    fit.reweigh()
    return fit.isConverged ? fit : nil
  }

  /// The same fit with additional parameters after a few iterations.
  private func widened(_ fit: FieldFit, _ model: CalibrationModel, _ nuisance: NuisanceParameters)
    -> FieldFit
  {
    var other = make(
      model, from: fit.parameters, usesSegments: fit.usesSegments, nuisance: nuisance)
    other.copyState(of: fit)
    other.usesNeighbours = fit.usesNeighbours
    other.refine()
    return other
  }

  /// Estimates a lag of the field if it is significant.
  private func findLag(
    _ fit: inout FieldFit, _ model: CalibrationModel, _ nuisance: inout NuisanceParameters
  ) {
    guard data.hasUp, data.hasRate, fit.lagSignificance > 4 else { return }
    let wider = nuisance.subtracting(.lag).union(.freeLag)
    var other = widened(fit, model, wider)
    other.run()
    if other.isConverged { (fit, nuisance) = (other, wider) }
  }

  /// Whether tilts exceed the noise of the vertical, so that accelerometer and inclination errors
  /// are separable from the vertical axis's soft iron.
  func isTilted(_ fit: FieldFit) -> Bool {
    data.tilting > max(Self.leastTilting, 1.5 * fit.noise.tilt)
  }

  /// Estimates the inclination freely if it differs significantly from the reference field's.
  ///
  /// The test uses a fit without the reference inclination: a wrong one would resemble a constant
  /// tilt error.
  private func findInclination(
    _ fit: inout FieldFit, _ nuisance: inout NuisanceParameters, _ correlation: FieldCorrelation
  ) {
    let wider = nuisance.subtracting(.inclination).union(.freeInclination)
    guard let place = knowledge.inclination?.radians, data.hasUp else { return }
    // The minimum at a wrong inclination may be local.
    guard
      let other = converged(.ellipsoid, from: fit.parameters, wider, correlation)
        ?? converged(
          .ellipsoid, from: data.start(strength: nil, inclination: nil), wider, correlation),
      data.tilting > max(Self.leastTiltingForPlace, 1.5 * other.noise.tilt),
      let deviation = other.deviation(of: FieldParameters.dip)
    else { return }
    let expected = fit.prior.inclinationDeviation
    let difference = abs(other.parameters.inclination - place)
    if difference
      > Self.disagreement * (deviation * deviation + expected * expected).squareRoot()
    {
      (fit, nuisance) = (other, wider)
    }
  }

  /// Estimates accelerometer bias and scale with a wide prior if they are significant.
  private func findAccelerometerErrors(
    _ fit: inout FieldFit, _ model: CalibrationModel, _ nuisance: inout NuisanceParameters
  ) {
    guard isTilted(fit), !nuisance.contains(.uncalibratedAccelerometer) else { return }
    let wider = nuisance.withUncalibratedAccelerometer
    var other = widened(fit, model, wider)
    let first = FieldParameters.accelerometerBias
    guard other.modelSignificance(of: first, count: 6) > Self.significantForce else { return }
    other.run(isNear: true)
    other.reweigh()
    if other.isConverged, other.significance(of: first, count: 6) > Self.significantForce {
      (fit, nuisance) = (other, wider)
    }
  }

  /// Estimates a drift of the hard iron if it is significant.
  private func findDrift(_ fit: inout FieldFit, _ nuisance: inout NuisanceParameters) {
    let wider = nuisance.union(.drift)
    var other = widened(fit, .ellipsoid, wider)
    guard other.modelSignificance(of: FieldParameters.drift) > Self.significantDrift else { return }
    other.run(isNear: true)
    other.reweigh()
    if other.isConverged, other.significance(of: FieldParameters.drift) > Self.significantDrift {
      (fit, nuisance) = (other, wider)
    }
  }

  /// Tests for a misalignment between magnetometer and accelerometer.
  ///
  /// Gyroscope errors resemble a small misalignment: one that only the gyroscope indicates must be
  /// larger.
  ///
  /// - Returns: The fit with misalignment if it is possible, and whether it is significant.
  private func testMisalignment(
    _ fit: FieldFit, _ nuisance: NuisanceParameters, mayBeMisaligned: Bool
  ) -> (fit: FieldFit?, isFound: Bool) {
    // In level motion a misalignment resembles cross-axis soft iron of the vertical axis.
    guard isTilted(fit), fit.isVerticalAxisObservable else { return (nil, false) }
    var other = widened(fit, .full, nuisance)
    guard other.modelSignificance(of: FieldParameters.misalignment) > Self.doubtful else {
      return (nil, false)
    }
    other.run(isNear: true)
    other.reweigh()
    guard other.isConverged,
      mayBeMisaligned || other.parameters.misalignment.length > Self.misalignmentByGyroscope
    else { return (nil, false) }
    // Motion-correlated accelerations, as at an arm's length, resemble a misalignment: their bound
    // is that of the residuals without one.
    other.leastAcceleration = fit.coherentCovariance()?.acceleration ?? 0
    // If only this bound makes it insignificant, it enters the predicted error.
    guard other.modelSignificance(of: FieldParameters.misalignment) > Self.doubtful else {
      return (nil, false)
    }
    let significance = other.significance(of: FieldParameters.misalignment)
    return (other, significance > Self.significant && isBetter(other, than: fit))
  }

  /// Wald statistic of a misalignment with the model's covariance.
  private func misalignmentSignificance(_ fit: FieldFit, _ nuisance: NuisanceParameters) -> Double {
    guard data.hasUp else { return 0 }
    return widened(fit, .full, nuisance).modelSignificance(of: FieldParameters.misalignment)
  }

  /// Fits with gyroscope segments if they agree with the field, if necessary with a misalignment.
  ///
  /// - Returns: The model of that fit; `nil` if they disagree.
  private func useSegments(
    _ fit: inout FieldFit, _ nuisance: NuisanceParameters, mayBeMisaligned: Bool
  ) -> CalibrationModel? {
    var connected = 0
    for segment in data.segments { connected += segment.count }
    guard data.hasUp, connected * 2 > data.samples.count else { return nil }
    for model in [CalibrationModel.ellipsoid, .full] {
      var other = make(model, from: fit.parameters, usesSegments: true, nuisance: nuisance)
      other.alignSegments()
      other.run()
      if other.isConverged, other.narrowSegmentPrior() { other.run(isNear: true) }
      guard other.isConverged,
        model == .ellipsoid || mayBeMisaligned
          || other.parameters.misalignment.length > Self.misalignmentByGyroscope,
        other.noise.field < fit.noise.field * 1.25,
        other.outlierCount < fit.outlierCount + data.samples.count / 20
      else { continue }
      other.reweigh()
      guard other.isConverged else { continue }
      fit = other
      return model
    }
    return nil
  }
}
