import HeadingGeometry
import RealModule

/// Joint estimation of nuisance parameters: other sensors' errors, inclination error, lag and
/// drift.
extension CalibrationLadder {
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
  private static let turnByGyroscope = 0.04

  /// Fits the selected model again with nuisance parameters and gyroscope segments.
  mutating func findSensorErrors(
    _ fit: inout FieldFit, _ widest: inout FieldFit, _ rung: inout CalibrationRung
  ) {
    var scope: FieldScope = [.inclination, .lag]
    if data.velocityDeviation != nil { scope.insert(.velocity) }
    switch knowledge.accelerometer {
    case .unknown: scope.insert(.accelerometer)
    case .calibrated: scope.insert(.calibratedAccelerometer)
    case .uncalibrated: scope.insert(.uncalibratedAccelerometer)
    }
    // Unmodelled correlation of the vertical's errors would bias the fit strongly.
    let correlation = fit.measuredCorrelation()
    var start =
      settled(.ellipsoid, from: fit.parameters, scope, correlation)
      ?? settled(.ellipsoid, from: widest.parameters, scope, correlation)
      ?? settled(.ellipsoid, from: widest.parameters, scope, correlation, usesNeighbours: false)
    if start == nil, knowledge.inclination != nil {
      // With a wrong reference inclination no fit may converge.
      scope = scope.subtracting(.inclination).union(.freeInclination)
      start = settled(
        .ellipsoid, from: data.start(strength: nil, inclination: nil), scope, correlation)
    }
    guard var whole = start else { return }
    findInclination(&whole, &scope, correlation)
    // Misalignment and accelerometer bias are hard to separate: the more significant one is tested
    // first.
    let bias = widened(whole, .ellipsoid, scope.withUncalibratedAccelerometer)
      .modelSignificance(of: FieldParameters.accelerometerBias, count: 6)
    let turn = turnSignificance(whole, scope)
    let isTurned = isTilted(whole) && turn > max(bias, Self.significant)
    if !isTurned { findAccelerometerErrors(&whole, .ellipsoid, &scope) }
    findLag(&whole, .ellipsoid, &scope)
    findDrift(&whole, &scope)
    let mayTurn = isTurned || turnSignificance(whole, scope) > Self.doubtful
    let chained = useChains(&whole, scope, mayTurn: mayTurn)
    if let chained {
      rung = chained
      findLag(&whole, chained, &scope)
    }
    // Unobservable parameters stay at their prior mean; a smaller model would not be more accurate.
    if rung < .ellipsoid, whole.hasSeenVertical, isBetter(whole, than: fit) { rung = .ellipsoid }
    var simple = whole
    let (full, isFound) =
      chained == .full ? (whole, true) : findTurn(whole, scope, mayTurn: mayTurn)
    if var full {
      if isTurned { findAccelerometerErrors(&full, .full, &scope) }
      if isFound { (simple, rung) = (full, .full) }
      whole = full
    }
    (fit, widest) = (simple, whole)
  }

  /// A converged fit with autocorrelated residuals accounted for; `nil` otherwise.
  private func settled(
    _ rung: CalibrationRung, from parameters: FieldParameters, _ scope: FieldScope,
    _ correlation: FieldCorrelation, usesNeighbours: Bool = true
  ) -> FieldFit? {
    var fit = make(rung, from: parameters, usesChains: false, scope: scope)
    fit.correlation = correlation
    fit.usesNeighbours = usesNeighbours
    fit.run()
    guard fit.isConverged else { return nil }
    fit.reweigh()
    return fit.isConverged ? fit : nil
  }

  /// The same fit with additional parameters after a few iterations.
  private func widened(_ fit: FieldFit, _ rung: CalibrationRung, _ scope: FieldScope) -> FieldFit {
    var other = make(rung, from: fit.parameters, usesChains: fit.usesChains, scope: scope)
    other.continue(fit)
    other.usesNeighbours = fit.usesNeighbours
    other.refine()
    return other
  }

  /// Estimates a lag of the field if it is significant.
  private func findLag(
    _ fit: inout FieldFit, _ rung: CalibrationRung, _ scope: inout FieldScope
  ) {
    guard data.hasUp, data.hasRate, fit.lagSurprise > 4 else { return }
    let wider = scope.subtracting(.lag).union(.freeLag)
    var other = widened(fit, rung, wider)
    other.run()
    if other.isConverged { (fit, scope) = (other, wider) }
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
    _ fit: inout FieldFit, _ scope: inout FieldScope, _ correlation: FieldCorrelation
  ) {
    let wider = scope.subtracting(.inclination).union(.freeInclination)
    guard let place = knowledge.inclination?.radians, data.hasUp else { return }
    // The minimum at a wrong inclination may be local.
    guard
      let other = settled(.ellipsoid, from: fit.parameters, wider, correlation)
        ?? settled(
          .ellipsoid, from: data.start(strength: nil, inclination: nil), wider, correlation),
      data.tilting > max(Self.leastTiltingForPlace, 1.5 * other.noise.tilt),
      let deviation = other.deviation(of: FieldParameters.dip)
    else { return }
    let expected = fit.prior.inclinationDeviation
    let difference = abs(other.parameters.inclination - place)
    if difference
      > Self.disagreement * (deviation * deviation + expected * expected).squareRoot()
    {
      (fit, scope) = (other, wider)
    }
  }

  /// Estimates accelerometer bias and scale with a wide prior if they are significant.
  private func findAccelerometerErrors(
    _ fit: inout FieldFit, _ rung: CalibrationRung, _ scope: inout FieldScope
  ) {
    guard isTilted(fit), !scope.contains(.uncalibratedAccelerometer) else { return }
    let wider = scope.withUncalibratedAccelerometer
    var other = widened(fit, rung, wider)
    let first = FieldParameters.accelerometerBias
    guard other.modelSignificance(of: first, count: 6) > Self.significantForce else { return }
    other.run(isNear: true)
    other.reweigh()
    if other.isConverged, other.significance(of: first, count: 6) > Self.significantForce {
      (fit, scope) = (other, wider)
    }
  }

  /// Estimates a drift of the hard iron if it is significant.
  private func findDrift(_ fit: inout FieldFit, _ scope: inout FieldScope) {
    let wider = scope.union(.drift)
    var other = widened(fit, .ellipsoid, wider)
    guard other.modelSignificance(of: FieldParameters.drift) > Self.significantDrift else { return }
    other.run(isNear: true)
    other.reweigh()
    if other.isConverged, other.significance(of: FieldParameters.drift) > Self.significantDrift {
      (fit, scope) = (other, wider)
    }
  }

  /// Tests for a misalignment between magnetometer and accelerometer.
  ///
  /// Gyroscope errors resemble a small misalignment: one that only the gyroscope indicates must be
  /// larger.
  ///
  /// - Returns: The fit with misalignment if it is possible, and whether it is significant.
  private func findTurn(
    _ fit: FieldFit, _ scope: FieldScope, mayTurn: Bool
  ) -> (fit: FieldFit?, isFound: Bool) {
    // In level motion a misalignment resembles cross-axis soft iron of the vertical axis.
    guard isTilted(fit), fit.hasSeenVertical else { return (nil, false) }
    var other = widened(fit, .full, scope)
    guard other.modelSignificance(of: FieldParameters.turn) > Self.doubtful else {
      return (nil, false)
    }
    other.run(isNear: true)
    other.reweigh()
    guard other.isConverged, mayTurn || other.parameters.turn.length > Self.turnByGyroscope
    else { return (nil, false) }
    // Motion-correlated accelerations, as at an arm's length, resemble a misalignment: their bound
    // is that of the residuals without one.
    other.leastAcceleration = fit.coherentCovariance()?.acceleration ?? 0
    // If only this bound makes it insignificant, it enters the predicted error.
    guard other.modelSignificance(of: FieldParameters.turn) > Self.doubtful else {
      return (nil, false)
    }
    let significance = other.significance(of: FieldParameters.turn)
    return (other, significance > Self.significant && isBetter(other, than: fit))
  }

  /// Wald statistic of a misalignment with the model's covariance.
  private func turnSignificance(_ fit: FieldFit, _ scope: FieldScope) -> Double {
    guard data.hasUp else { return 0 }
    return widened(fit, .full, scope).modelSignificance(of: FieldParameters.turn)
  }

  /// Fits with gyroscope segments if they agree with the field, if necessary with a misalignment.
  ///
  /// - Returns: The model of that fit; `nil` if they disagree.
  private func useChains(
    _ fit: inout FieldFit, _ scope: FieldScope, mayTurn: Bool
  ) -> CalibrationRung? {
    var chained = 0
    for chain in data.chains { chained += chain.count }
    guard data.hasUp, chained * 2 > data.samples.count else { return nil }
    for rung in [CalibrationRung.ellipsoid, .full] {
      var other = make(rung, from: fit.parameters, usesChains: true, scope: scope)
      other.startChains()
      other.run()
      if other.isConverged, other.learnChainPrior() { other.run(isNear: true) }
      guard other.isConverged,
        rung == .ellipsoid || mayTurn || other.parameters.turn.length > Self.turnByGyroscope,
        other.noise.field < fit.noise.field * 1.25,
        other.outlierCount < fit.outlierCount + data.samples.count / 20
      else { continue }
      other.reweigh()
      guard other.isConverged else { continue }
      fit = other
      return rung
    }
    return nil
  }
}
