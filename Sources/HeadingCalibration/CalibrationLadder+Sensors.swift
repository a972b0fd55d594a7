import HeadingGeometry
import RealModule

/// The errors of the other sensors, of the place and of the time, estimated together with the calibration.
extension CalibrationLadder {
  /// Squared significance that a group of three numbers must have, such as a turn or a drift.
  ///
  /// By χ² of 3 that is 0.7 % by chance. It is asked of every covariance (of the model, of groups of time and of
  /// attitude).
  private static let significant = 12.0

  /// The same from which a group is uncertain: it is not corrected, but the prediction holds it.
  private static let doubtful = 9.0

  /// The same of an accelerometer's errors: taken for real where there are none they cost more than a turn.
  private static let significantForce = 30.0

  /// The same of a drift.
  private static let significantDrift = 20.0

  /// Root mean square tilt under which a body counts as level: ±10° give 0.17.
  private static let leastTilting = 0.12

  /// The same under which a body cannot show the inclination: ±7°.
  private static let leastTiltingForPlace = 0.08

  /// By how many standard deviations the inclination must differ from the place's.
  private static let disagreement = 2.5

  /// The turn, rad, that a gyroscope with axes off by a degree and scales by 2 % does not make: 2.3°.
  private static let turnByGyroscope = 0.04

  /// Fits the chosen rung again with what other sensors may be off by, and with the gyroscope's turns.
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
    // Correlated errors of the vertical would lead a fit that takes them for independent ones far astray.
    let correlation = fit.measuredCorrelation()
    var start =
      settled(.ellipsoid, from: fit.parameters, scope, correlation)
      ?? settled(.ellipsoid, from: widest.parameters, scope, correlation)
      ?? settled(.ellipsoid, from: widest.parameters, scope, correlation, usesNeighbours: false)
    if start == nil, knowledge.inclination != nil {
      // Held to a wrong place no fit may settle.
      scope = scope.subtracting(.inclination).union(.freeInclination)
      start = settled(
        .ellipsoid, from: data.start(strength: nil, inclination: nil), scope, correlation)
    }
    guard var whole = start else { return }
    findInclination(&whole, &scope, correlation)
    // A turn and a biased accelerometer look alike: what explains more comes first.
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
    // What the samples do not tell stays at what is expected before; a poorer model would be no nearer.
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
  private func findLag(
    _ fit: inout FieldFit, _ rung: CalibrationRung, _ scope: inout FieldScope
  ) {
    guard data.hasUp, data.hasRate, fit.lagSurprise > 4 else { return }
    let wider = scope.subtracting(.lag).union(.freeLag)
    var other = widened(fit, rung, wider)
    other.run()
    if other.isConverged { (fit, scope) = (other, wider) }
  }

  /// Whether the body was tilted by more than the vertical scatters, so that errors of the accelerometer and of the
  /// inclination differ from a bend of the vertical axis.
  func isTilted(_ fit: FieldFit) -> Bool {
    data.tilting > max(Self.leastTilting, 1.5 * fit.noise.tilt)
  }

  /// Another inclination than the place's, where the samples show one.
  ///
  /// They are asked without the place: held to a wrong one, its error would look like one of the vertical that lasts.
  private func findInclination(
    _ fit: inout FieldFit, _ scope: inout FieldScope, _ correlation: FieldCorrelation
  ) {
    let wider = scope.subtracting(.inclination).union(.freeInclination)
    guard let place = knowledge.inclination?.radians, data.hasUp else { return }
    // From a wrong place's minimum no way may lead to the other.
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

  /// An accelerometer that was never calibrated, where the forces or the field show it.
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

  /// A drift of the hard iron, where the samples show one.
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

  /// A turn of the magnetometer against the accelerometer.
  ///
  /// A gyroscope's own errors look like a small turn: one that only it shows has to be larger.
  ///
  /// - Returns: The fit with it, if it may be one, and whether it is.
  private func findTurn(
    _ fit: FieldFit, _ scope: FieldScope, mayTurn: Bool
  ) -> (fit: FieldFit?, isFound: Bool) {
    // On the level a turn looks like a bend of the vertical axis.
    guard isTilted(fit), fit.hasSeenVertical else { return (nil, false) }
    var other = widened(fit, .full, scope)
    guard other.modelSignificance(of: FieldParameters.turn) > Self.doubtful else {
      return (nil, false)
    }
    other.run(isNear: true)
    other.reweigh()
    guard other.isConverged, mayTurn || other.parameters.turn.length > Self.turnByGyroscope
    else { return (nil, false) }
    // Accelerations that come back with the turning, as at an arm's length, look like a turn: they are as large
    // as what is left without one.
    other.leastAcceleration = fit.coherentCovariance()?.acceleration ?? 0
    // One that only they deny is uncertain.
    guard other.modelSignificance(of: FieldParameters.turn) > Self.doubtful else {
      return (nil, false)
    }
    let significance = other.significance(of: FieldParameters.turn)
    return (other, significance > Self.significant && isBetter(other, than: fit))
  }

  /// Squared significance of a turn by the model's covariance.
  private func turnSignificance(_ fit: FieldFit, _ scope: FieldScope) -> Double {
    guard data.hasUp else { return 0 }
    return widened(fit, .full, scope).modelSignificance(of: FieldParameters.turn)
  }

  /// The gyroscope's turns, where they agree with the field, if need be with a turn against the other sensors.
  ///
  /// - Returns: The rung that was fitted with them; `nil` where they do not agree.
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
