import HeadingGeometry
import RealModule

/// The errors of the other sensors, of the place and of the time, estimated together with the calibration.
extension CalibrationLadder {
  /// Squared significance that a group of three numbers must have, such as a turn or a drift.
  ///
  /// By χ² of 3 that is 0.7 % by chance; it is asked of every covariance (of the model, of groups of time and of
  /// attitude).
  private static let significant = 12.0

  /// The same from which a group is uncertain: it is not corrected, but the prediction holds it.
  private static let doubtful = 9.0

  /// The same of an accelerometer's errors: taken for real where there are none they cost more than a turn.
  private static let significantForce = 20.0

  /// Fits the chosen rung again with what other sensors may be off by, and with the gyroscope's turns.
  mutating func findSensorErrors(
    _ fit: inout FieldFit, _ widest: inout FieldFit, _ rung: inout CalibrationRung
  ) {
    var scope: FieldScope = [.inclination, .lag]
    switch knowledge.accelerometer {
    case .unknown: scope.insert(.accelerometer)
    case .calibrated: scope.insert(.calibratedAccelerometer)
    case .uncalibrated: scope.insert(.uncalibratedAccelerometer)
    }
    // Correlated errors of the vertical would lead a fit that takes them for independent ones far astray.
    let correlation = fit.measuredCorrelation()
    guard
      var whole = settled(.ellipsoid, from: fit.parameters, scope, correlation)
        ?? settled(.ellipsoid, from: widest.parameters, scope, correlation)
        ?? settled(.ellipsoid, from: widest.parameters, scope, correlation, usesNeighbours: false)
    else { return }
    findAccelerometerErrors(&whole, &scope)
    findLag(&whole, &scope)
    findInclination(&whole, &scope)
    findDrift(&whole, &scope)
    // A gyroscope's own errors look like a turn: one that only it shows is none.
    let mayTurn =
      data.hasUp
      && widened(whole, .full, scope).modelSignificance(of: FieldParameters.turn) > Self.doubtful
    if useChains(&whole, scope, mayTurn: mayTurn) {
      rung = .ellipsoid
      findLag(&whole, &scope)
    }
    // What the samples do not tell stays at what is expected before; a poorer model would be no nearer.
    if rung < .ellipsoid, whole.hasSeenVertical, isBetter(whole, than: fit) { rung = .ellipsoid }
    var simple = whole
    let (full, isFound) = mayTurn ? findTurn(whole, scope) : (nil, false)
    if let full {
      if isFound { (simple, rung) = (full, .full) }
      whole = full
    }
    (fit, widest) = (simple, whole)
  }

  /// A fit that has converged with its residuals' correlation considered; `nil` otherwise.
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

  /// The same fit with more numbers, a few steps on.
  private func widened(_ fit: FieldFit, _ rung: CalibrationRung, _ scope: FieldScope) -> FieldFit {
    var other = make(rung, from: fit.parameters, usesChains: fit.usesChains, scope: scope)
    other.continue(fit)
    other.usesNeighbours = fit.usesNeighbours
    other.refine()
    return other
  }

  /// A lag of the field, where the samples show one.
  private func findLag(_ fit: inout FieldFit, _ scope: inout FieldScope) {
    guard data.hasUp, data.hasRate, fit.lagSurprise > 4 else { return }
    let wider = scope.subtracting(.lag).union(.freeLag)
    var other = widened(fit, .ellipsoid, wider)
    other.run()
    if other.isConverged { (fit, scope) = (other, wider) }
  }

  /// Another inclination than the place's, where the samples show one.
  private func findInclination(_ fit: inout FieldFit, _ scope: inout FieldScope) {
    guard knowledge.inclination != nil, data.hasUp, fit.inclinationSurprise > 3 else { return }
    let wider = scope.subtracting(.inclination).union(.freeInclination)
    var other = widened(fit, .ellipsoid, wider)
    other.run()
    if other.isConverged { (fit, scope) = (other, wider) }
  }

  /// An accelerometer that was never calibrated, where the forces or the field show it.
  private func findAccelerometerErrors(_ fit: inout FieldFit, _ scope: inout FieldScope) {
    guard data.hasUp, !scope.contains(.uncalibratedAccelerometer) else { return }
    let wider = scope.subtracting([.accelerometer, .calibratedAccelerometer]).union(
      .uncalibratedAccelerometer)
    var other = widened(fit, .ellipsoid, wider)
    func isFound(_ significance: (Int) -> Double) -> Bool {
      [FieldParameters.accelerometerBias, FieldParameters.accelerometerScale]
        .contains { significance($0) > Self.significantForce }
    }
    guard isFound({ other.modelSignificance(of: $0) }) else { return }
    other.run()
    other.reweigh()
    if other.isConverged, isFound({ other.significance(of: $0) }) { (fit, scope) = (other, wider) }
  }

  /// A drift of the hard iron, where the samples show one.
  private func findDrift(_ fit: inout FieldFit, _ scope: inout FieldScope) {
    let wider = scope.union(.drift)
    var other = widened(fit, .ellipsoid, wider)
    guard other.modelSignificance(of: FieldParameters.drift) > Self.significant else { return }
    other.run()
    other.reweigh()
    if other.isConverged, other.significance(of: FieldParameters.drift) > Self.significant {
      (fit, scope) = (other, wider)
    }
  }

  /// A turn of the magnetometer against the accelerometer.
  ///
  /// - Returns: The fit with it, if it may be one, and whether it is.
  private func findTurn(_ fit: FieldFit, _ scope: FieldScope) -> (fit: FieldFit?, isFound: Bool) {
    guard data.hasUp else { return (nil, false) }
    var other = widened(fit, .full, scope)
    guard other.modelSignificance(of: FieldParameters.turn) > Self.doubtful else {
      return (nil, false)
    }
    other.run()
    other.reweigh()
    guard other.isConverged else { return (nil, false) }
    let significance = other.significance(of: FieldParameters.turn)
    guard significance > Self.doubtful else { return (nil, false) }
    return (other, significance > Self.significant && isBetter(other, than: fit))
  }

  /// The gyroscope's turns, where they agree with the field, if need be with a turn against the other sensors.
  private func useChains(
    _ fit: inout FieldFit, _ scope: FieldScope, mayTurn: Bool
  ) -> Bool {
    var chained = 0
    for chain in data.chains { chained += chain.count }
    guard data.hasUp, chained * 2 > data.samples.count else { return false }
    for rung in mayTurn ? [CalibrationRung.ellipsoid, .full] : [.ellipsoid] {
      var other = make(rung, from: fit.parameters, usesChains: true, scope: scope)
      other.startChains()
      other.run()
      if other.isConverged, other.learnChainPrior() { other.run() }
      guard other.isConverged, other.noise.field < fit.noise.field * 1.25,
        other.outlierCount < fit.outlierCount + data.samples.count / 20
      else { continue }
      other.reweigh()
      guard other.isConverged else { continue }
      fit = other
      return true
    }
    return false
  }
}
