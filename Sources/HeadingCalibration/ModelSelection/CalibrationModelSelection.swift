import HeadingGeometry
import HeadingSensing
import RealModule

/// Selection among nested calibration models by hypothesis tests and cross-validation, for one set
/// of samples.
struct CalibrationModelSelection {
  let knowledge: CalibrationPriors
  let options: MagneticCalibrator.Options
  var data: FieldData
  /// Two-fold split for cross-validation: alternating twentieths of the time.
  let half: [Bool]
  var raw: [CalibrationSample]
  /// Number of samples with a clipped component, which are excluded.
  let clippedCount: Int
  /// Lag of the field behind the load, s.
  var loadDelay = 0.0
  /// Whether the body turned only about the vertical; the inclination is then not estimated.
  var isLevel = true

  init(
    _ samples: [CalibrationSample], knowledge: CalibrationPriors,
    options: MagneticCalibrator.Options
  ) {
    self.options = options
    self.knowledge = knowledge
    raw = ClippedSamples.removed(from: samples)
    clippedCount = samples.count - raw.count
    data = FieldData(
      raw, unit: knowledge.usableStrength ?? 50e-6, atMost: options.largestCount)
    let block = max(1, data.samples.count / 20)
    half = data.samples.indices.map { ($0 / block) % 2 == 0 }
  }

  /// Selects and fits a model; without the accelerometer if accelerations make its vertical
  /// unusable.
  mutating func run() -> CalibrationResult {
    if knowledge.heading == nil, hasWrongAxes { return refused(.wrongAxes) }
    findLoad()
    let result = selectModel()
    guard result.reasons.contains(.notConverged), data.hasUp, knowledge.heading == nil,
      isAccelerating
    else { return result }
    data.leaveOutUp()
    for index in raw.indices { raw[index].specificForce = nil }
    var other = selectModel()
    other.reasons.remove(.noAccelerometer)
    other.reasons.insert(.accelerating)
    return other
  }

  private mutating func selectModel() -> CalibrationResult {
    guard clippedCount <= raw.count else { return refused(.clipped) }
    guard data.samples.count >= Self.fewest else {
      return knowledge.heading == nil ? refused(.tooFewSamples) : fromKnownHeading()
    }
    guard hasPlausibleScale else { return refused(.implausibleField) }
    guard !hasStuckAxis else { return refused(.clipped) }
    let start = data.start(
      strength: knowledge.usableStrength.map { $0 / data.unit },
      inclination: knowledge.inclination?.radians)
    var fit = make(.hardIron, from: start, usesSegments: false)
    fit.run()
    isLevel = !isTilted(fit)
    if isLevel,
      let level = data.levelStart(
        fit.parameters, hasLocationUpdates: knowledge.inclination != nil)
    {
      data.deriveRates(about: level.offset)
      data.estimateVelocity()
      // A constant tilt error of the force causes large errors unless a reference field constrains
      // the fit.
      fit = make(
        .hardIron, from: isInclinationUnobservable ? level : fit.parameters, usesSegments: false)
      fit.run()
    }
    data.balance(fit.parameters, without: fit.isOutlier)
    let coverage = CalibrationCoverage(
      samples: raw, hardIron: fit.parameters.offset * data.unit)
    let hasSpread = data.spread > (fit.isConverged ? 0.1 : 0.2)
    guard hasSpread, coverage.isRotation else {
      // Gravity rotates in the body while the field does not: the field is wrong.
      let why: CalibrationReasons =
        !data.rotatesByGravity ? .noRotation : hasSpread ? .headingsMissing : .implausibleField
      return knowledge.heading == nil ? refused(why) : fromKnownHeading()
    }
    // The largest model, regularized by its prior; its covariance contains all unobservable
    // directions.
    var widest = make(.ellipsoid, from: fit.parameters, usesSegments: false)
    widest.run()
    if !widest.isConverged { widest.run() }
    // With unknown strength and inclination and small tilts the fit may need several starts.
    for inclination in [1.2, 0.8, 0.4, -0.4, -0.8, -1.2] where !widest.isConverged {
      var other = fit.parameters
      other.inclination = inclination
      widest = make(.ellipsoid, from: other, usesSegments: false)
      widest.run()
    }
    guard widest.isConverged else { return refused(.notConverged) }
    var model = CalibrationModel.hardIron
    if isBetter(widest, than: fit) {
      if widest.isVerticalAxisObservable {
        (fit, model) = (widest, .ellipsoid)
      } else {
        var swing = make(.levelSwing, from: widest.parameters, usesSegments: false)
        swing.run()
        if swing.isConverged { (fit, model) = (swing, .levelSwing) }
      }
    }
    estimateNuisanceParameters(&fit, &widest, &model)
    var result = evaluated(fit, widest: widest, model)
    result.heldOutError = heldOutError(fit).map { $0 * data.unit }
    compareWithCurrent(&result, fit)
    return result
  }

  /// Whether the inclination is unobservable: level motion and no reference field.
  var isInclinationUnobservable: Bool { isLevel && data.hasUp && knowledge.inclination == nil }

  /// Whether the gyroscope or the vertical indicates another assignment of the axes, with three times
  /// smaller residuals.
  private var hasWrongAxes: Bool {
    if AxisCheck.isContradicted(raw) { return true }
    let dip = knowledge.inclination?.degrees ?? 0
    guard let finding = AxisCheck.check(raw, isFieldDown: abs(dip) > 15 ? dip > 0 : nil) else {
      return false
    }
    return finding.margin > 3 && finding.assignment != .identity
  }

  /// Whether accelerations make the vertical unusable: median deviation of the force's magnitude
  /// over 2 %.
  ///
  /// In the BROAD trials it is 1 % in slow motion and 4 to 11 % in fast motion.
  private var isAccelerating: Bool {
    var lengths: [Double] = []
    for sample in raw { if let force = sample.specificForce { lengths.append(force.length) } }
    guard let middle = FieldFit.median(&lengths) else { return true }
    var deviations: [Double] = []
    for length in lengths { deviations.append(abs(length - middle)) }
    return (FieldFit.median(&deviations) ?? 0) > 0.02 * middle
  }

  /// Whether the median reading is plausible for a magnetometer in a device, 2 to 5000 µT; others
  /// are in a wrong unit.
  private var hasPlausibleScale: Bool {
    var lengths = data.samples.map { $0.field.length * data.unit }
    let middle = FieldFit.median(&lengths) ?? 0
    return middle > 2e-6 && middle < 5e-3
  }

  /// Whether one component is constant while the others vary as in a rotation.
  private var hasStuckAxis: Bool {
    guard let first = data.samples.first?.field, data.spread > 0.1 else { return false }
    for axis in 0..<3 where data.samples.allSatisfy({ $0.field[axis] == first[axis] }) {
      return true
    }
    return false
  }

  /// Least number of samples for a fit.
  static let fewest = 20

  /// Whether `rich` has the smaller cross-validation cost than `poor`, at the same noise.
  func isBetter(_ rich: FieldFit, than poor: FieldFit) -> Bool {
    var sums = (0.0, 0.0)
    for side in [true, false] {
      let aside = half.map { $0 != side }
      sums.0 += trained(rich, on: side).cost(rich.noise, over: aside)
      sums.1 += trained(poor, on: side).cost(rich.noise, over: aside)
    }
    return sums.0 < sums.1
  }

  /// Root mean square residual of cross-validation, in units of the field.
  private func heldOutError(_ fit: FieldFit) -> Double? {
    var square = 0.0
    for side in [true, false] {
      guard let error = trained(fit, on: side).rootMeanSquare(over: half.map { $0 != side })
      else { return nil }
      square += error * error / 2
    }
    return square.squareRoot()
  }

  private func trained(_ fit: FieldFit, on side: Bool) -> FieldFit {
    var part = fit
    part.included = half.map { $0 == side }
    part.refine()
    return part
  }

  /// Root mean square residual under a given calibration, T.
  mutating func error(of calibration: CalibrationParameters) -> Double? {
    data = FieldData(
      raw, unit: data.unit, atMost: options.largestCount,
      loadAt: calibration.load.map { LoadSeries.index(nearest: $0.delay) })
    guard data.samples.count >= Self.fewest,
      var parameters = parameters(of: calibration, keeping: FieldParameters())
    else { return nil }
    if let inclination = knowledge.inclination { parameters.inclination = inclination.radians }
    if let strength = knowledge.usableStrength {
      parameters.logStrength = Double.log(strength / data.unit)
    }
    var fit = make(.none, from: parameters, usesSegments: false)
    fit.run()
    return fit.rootMeanSquare(withoutOutliersOf: fit) * data.unit
  }

  /// Compares with the calibration in use on the same samples: a new one must be better by 5 %.
  private func compareWithCurrent(_ result: inout CalibrationResult, _ fit: FieldFit) {
    guard let current = knowledge.current, let error = result.heldOutError,
      let parameters = parameters(of: current, keeping: fit.parameters)
    else { return }
    var old = make(.none, from: parameters, usesSegments: false)
    old.refine()
    // Outliers are those of the new fit; under a bad calibration every sample would be one.
    let currentError = old.rootMeanSquare(withoutOutliersOf: fit) * data.unit
    result.currentHeldOutError = currentError
    if currentError < error * 1.05 {
      result.reasons.insert(.notBetter)
      result.isAccepted = false
    }
  }

  /// A fit of a model, not yet run.
  ///
  /// - Parameters:
  ///   - model: The calibration model.
  ///   - parameters: The initial parameters.
  ///   - usesSegments: Whether samples are connected by the gyroscope in segments.
  ///   - nuisance: The nuisance parameters.
  /// - Returns: The fit.
  func make(
    _ model: CalibrationModel, from parameters: FieldParameters, usesSegments: Bool,
    nuisance: NuisanceParameters = []
  ) -> FieldFit {
    var fit = FieldFit(data: data, parameters: parameters, usesSegments: usesSegments)
    var active: [Int] = []
    switch model {
    case .none, .knownHeading, .hardIron: break
    case .levelSwing: active = [0, 1, 3]
    case .ellipsoid: active = [0, 1, 2, 3, 4, 5]
    case .full: active = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    }
    if model != .none { active += [9, 10, 11] }
    if data.hasUp, knowledge.inclination == nil, !isLevel { active.append(FieldParameters.dip) }
    if knowledge.usableStrength == nil { active.append(FieldParameters.logStrength) }
    if model != .none {
      if data.load != nil { active += [14, 15, 16] }
      if data.temperature != nil { active += [17, 18, 19] }
    }
    fit.apply(nuisance, to: &active, inclination: knowledge.inclination?.radians)
    fit.active = active
    fit.prior.inclinationDeviation = max(
      fit.prior.inclinationDeviation, knowledge.inclinationUncertainty.radians)
    fit.prior.logStrength = knowledge.usableStrength.map { Double.log($0 / data.unit) } ?? 0
    return fit
  }
}
