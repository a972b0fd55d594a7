import HeadingGeometry
import RealModule

/// Finds magnetic north, the device's hard iron and the magnetometer's delay, and knows a disturbance when it sees one.
///
/// One model is believed. While the field does not fit it, the misfit is taken for a disturbance of the room (the
/// variation is allowed to be as large as it looks), which leaves the heading to the gyroscope; at the same time
/// two alternatives are tried, and one of them is believed once it has explained much more.
struct MagneticFilter {
  var model = MagneticModel()
  var history = FieldHistory()
  private(set) var isStarted = false

  /// 1σ that the variation is allowed now, T: the room's, or what a disturbance needs.
  var variationDeviation: Double
  var hardIronAlternative: FieldAlternative?
  var surroundingsAlternative: FieldAlternative?
  var formerIronAlternative: FieldAlternative?
  /// The device's hard iron before the last change of it, T; `nil` before one.
  var formerIron: Vector3?
  private var block = MagneticBlock()
  /// Direction of the field in the newest block; `nil` while it is disturbed or the device's own iron is open.
  private(set) var direction: FieldDirection?
  private(set) var spread = RotationSpread()
  /// Mean square of the variation found lately, a component, T².
  private(set) var variationSquare: Double
  var calmTime = 0.0
  var provenTime = 0.0
  /// For how long the field has not fitted, s.
  private(set) var disturbedTime = 0.0
  private var addedHeadingVariance = 0.0
  private(set) var varianceBeforeDisturbance = 0.0
  private var implausibleTime = 0.0

  /// What the estimate needs, made once a block.
  private(set) var summary = Summary()

  init(parameters: OrientationParameters) {
    variationDeviation = parameters.fieldVariation
    variationSquare = parameters.fieldVariation * parameters.fieldVariation
  }

  /// What the gyroscope knows of itself while a block lasted.
  struct Motion {
    /// Whether the device is at rest.
    var isResting: Bool
    /// Whether gyroscope and accelerometer see no motion: a device at rest, or one in a slow turn.
    var isCalm: Bool
    /// Variance of the gyroscope's offset about the vertical, (rad/s)².
    var driftVariance: Double
    /// Covariance of the tilt error.
    var tilt: TiltCovariance
    /// Variance of the tilt by turns that were missed, rad².
    var missedTiltVariance: Double
  }

  /// Forgets the heading, keeps hard iron and delay: nothing is known of the turn since the last sample.
  mutating func loseHeading() {
    isStarted = false
    forgetAlternatives()
    disturbedTime = 0
    block = MagneticBlock()
    let reference = history.reference
    history = FieldHistory()
    history.reference = reference
  }

  /// Forgets all but the field of a magnetic model.
  mutating func restart(parameters: OrientationParameters) {
    let reference = history.reference
    self = MagneticFilter(parameters: parameters)
    history.reference = reference
  }

  /// Adds to the uncertainty of the heading, rad².
  mutating func addHeadingVariance(_ variance: Double) {
    addedHeadingVariance = min(addedHeadingVariance + variance, 10)
  }

  /// Sets the field of a magnetic model.
  mutating func setReference(
    _ reference: (horizontal: Double, vertical: Double)?, parameters: OrientationParameters
  ) {
    let isNews = history.reference == nil && reference != nil
    history.reference = reference
    // What the place tells of the iron is told to a start.
    if isNews, isStarted, model.deviation(MagneticModel.hardIron) > Self.openIron {
      restart(parameters: parameters)
    }
  }

  /// A hard iron of this 1σ, T, is open.
  private static let openIron = 20e-6

  /// The gyroscope's offset about the vertical has been corrected by `amount`, rad/s, which is no drift of the heading
  /// any more.
  mutating func shiftDrift(by amount: Double) {
    model.shiftDrift(by: -amount)
    hardIronAlternative?.shiftDrift(by: -amount)
    surroundingsAlternative?.shiftDrift(by: -amount)
    formerIronAlternative?.shiftDrift(by: -amount)
  }

  /// Takes a field, T, body frame.
  ///
  /// - Returns: Whether a block is whole, which ``finishBlock(motion:parameters:)`` then takes.
  @inline(__always)
  mutating func add(
    _ value: Vector3, attitude: Quaternion, rate: Vector3, interval: Double
  ) -> Bool {
    block.add(value, attitude: attitude, rate: rate, interval: interval)
    return block.isWhole
  }

  /// Drops what has come since the last block.
  mutating func dropBlock() { block = MagneticBlock() }

  /// Takes the block that has become whole.
  mutating func finishBlock(motion: Motion, parameters: OrientationParameters) {
    var result = block.take(parameters: parameters)
    // A wrong horizon turns the field by as much.
    result.measurement.variance +=
      motion.missedTiltVariance * result.measurement.field.squaredLength
    guard isStarted else {
      start(result.measurement, motion: motion, parameters: parameters)
      summary = makeSummary(motion, parameters: parameters)
      return
    }
    update(result, motion: motion, parameters: parameters)
    direction =
      isDisturbed(parameters: parameters) ? nil : fieldDirection(result, parameters: parameters)
    summary = makeSummary(motion, parameters: parameters)
    if !model.isHealthy { self = MagneticFilter(parameters: parameters) }
  }

  /// The local field that is believed, T, levelled frame.
  var localField: Vector3 { model.vector(MagneticModel.field) }

  /// 1σ of the hard iron before any turn, a component, T.
  ///
  /// Without a calibration a large one shows by the reading alone, and where the place is known a small one does: iron
  /// changes the third component as much as the two that the place's field tells.
  private func hardIronPrior(_ field: Vector3, parameters: OrientationParameters) -> Double {
    let usual = parameters.hardIronDeviation
    guard !parameters.isCalibrated else { return usual }
    guard let reference = history.reference else { return max(usual, field.length) }
    let horizontal = (field.x * field.x + field.y * field.y).squareRoot() - reference.horizontal
    let vertical = field.z - reference.vertical
    let seen = (horizontal * horizontal + vertical * vertical).squareRoot()
    // Two components within a fifth of the usual by chance: once in 25.
    return max(1.5 * parameters.fieldVariation, seen < 0.2 * usual ? seen : max(usual, seen))
  }

  private mutating func start(
    _ measurement: MagneticModel.Measurement, motion: Motion, parameters: OrientationParameters
  ) {
    // What half of a reading has made of an open iron is no knowledge.
    let isOpen = !parameters.isCalibrated && model.deviation(MagneticModel.hardIron) > Self.openIron
    let first = model.covariance[MagneticModel.delay][MagneticModel.delay] == 0 || isOpen
    if first {
      let hardIron = hardIronPrior(measurement.field, parameters: parameters)
      let delay = parameters.magnetometerLatency
      model.setVector(MagneticModel.hardIron, to: .zero, variance: hardIron * hardIron)
      model.set(MagneticModel.delay, to: 0, variance: delay * delay)
    }
    model.set(MagneticModel.drift, to: 0, variance: motion.driftVariance)
    let place = parameters.fieldDeviation
    model.setVector(MagneticModel.field, to: .zero, variance: place * place)
    let variation = parameters.fieldVariation
    model.setVector(MagneticModel.variation, to: .zero, variance: variation * variation)
    _ = model.update(measurement)
    variationDeviation = variation
    isStarted = true
    calmTime = 0
    // A magnet may have been there since before.
    if first, parameters.isCalibrated {
      hardIronAlternative = FieldAlternative(
        .hardIron, from: model, isFieldProven: false, parameters: parameters)
    }
  }

  private mutating func update(
    _ result: MagneticBlock.Result, motion: Motion, parameters: OrientationParameters
  ) {
    let usual = parameters.fieldVariation
    let lately = foundVariation(parameters: parameters)
    var step = makeStep(result, motion: motion, parameters: parameters)
    spread.update(result.measurement.rotation, interval: result.interval, memory: 15)
    // Below some 18° of turning about, the room's gradient looks like hard iron; above 45° it does not. Where much more
    // than that is open, it does not matter.
    model.learningShare =
      model.deviation(MagneticModel.hardIron) > 2 * parameters.fieldVariation
      ? 1 : max(0, min(1, (spread.value - 0.1) / 0.2))

    model.propagate(step)
    let before = model
    let isForeign = motion.isCalm && isDisturbed(parameters: parameters)
    var (normalized, rival) = model.update(result.measurement, isDisturbed: isForeign)
    calmTime += result.interval
    if normalized > Self.gate {
      // A disturbance: the variation takes it, as large as it is.
      model = before
      let innovation = result.measurement.field - model.prediction(result.measurement)
      let variance = innovation.squaredLength / 3
      variationDeviation = max(variationDeviation, variance.squareRoot())
      model.widen(MagneticModel.variation, by: variance)
      (normalized, rival) = model.update(result.measurement, isDisturbed: motion.isCalm)
      beginAlternatives(parameters: parameters)
    }
    variationDeviation =
      lately + (variationDeviation - lately) * Double.exp(-result.interval / Self.forgettingTime)
    let variation = model.vector(MagneticModel.variation).squaredLength
    if variation > Self.gate * usual * usual {
      variationDeviation = max(variationDeviation, (variation / 3).squareRoot())
      beginAlternatives(parameters: parameters)
    }
    if isDisturbed(parameters: parameters) {
      calmTime = 0
      disturbedTime += result.interval
    } else {
      disturbedTime = 0
      if !motion.isResting {
        let found = variation / 3 + model.meanVariance(MagneticModel.variation)
        let share = min(1, result.interval / Self.variationMemory)
        variationSquare += (found - variationSquare) * share
      }
      varianceBeforeDisturbance = model.headingVariance
      history.spend(result.interval, isResting: motion.isResting)
      if spread.value > 0.1 { provenTime += result.interval }
    }
    step.variationVariance = lately * lately
    judge(result.measurement, step: step, rival: rival, parameters: parameters)
    history.settle(north: model.heading, isResting: motion.isResting, interval: result.interval)
    history.weigh(
      field: model.vector(MagneticModel.field), localVariance: localVariance(parameters: parameters)
    )
    giveUp(result, variation: variation, parameters: parameters)
  }

  /// Starts anew from what the magnetometer says, where that is better than what is believed.
  private mutating func giveUp(
    _ result: MagneticBlock.Result, variation: Double, parameters: OrientationParameters
  ) {
    guard isDisturbed(parameters: parameters) else {
      implausibleTime = 0
      return
    }
    // A heading held so long that even the disturbed field says more.
    let horizontal = max(model.horizontalStrength, 1e-7)
    let held = model.headingVariance
    if held > 0.03, held > variation / 3 / (horizontal * horizontal) || held > 3 { loseHeading() }
    // A belief that no place on Earth allows by far, against a reading that one does.
    let believed = model.vector(MagneticModel.field).length
    let isAbsurd =
      (believed < 2e-6 || believed > 2e-4)
      && PhysicalConstants.earthField.contains(result.measurement.field.length)
    implausibleTime = isAbsurd ? implausibleTime + result.interval : 0
    if implausibleTime > 5 { restart(parameters: parameters) }
  }

  private mutating func makeStep(
    _ result: MagneticBlock.Result, motion: Motion, parameters: OrientationParameters
  ) -> MagneticModel.Step {
    let noise = parameters.headingNoise * parameters.headingNoise * (motion.isResting ? 0.1 : 1)
    let scale = parameters.gyroscopeScaleError * parameters.gyroscopeScaleError
    let added = addedHeadingVariance / result.interval
    // A large turn moves the field along a chord, not along the tangent: then both ways are open.
    let chord =
      addedHeadingVariance > 0.01 ? added * model.horizontalStrength * model.horizontalStrength : 0
    addedHeadingVariance = 0
    // At rest neither the room nor the hard iron can change unseen, and the variation stays what it is.
    return MagneticModel.Step(
      interval: result.interval,
      headingVariance: noise + scale * result.squaredRate + added,
      driftVariance: motion.driftVariance,
      fieldVariance: chord
        + (motion.isResting ? 0 : parameters.fieldWalk * parameters.fieldWalk),
      hardIronVariance: motion.isResting
        || model.deviation(MagneticModel.hardIron) > parameters.hardIronDeviation
        ? 0 : parameters.hardIronWalk * parameters.hardIronWalk,
      variationTime: motion.isResting ? 1000 : parameters.fieldVariationTime,
      variationVariance: variationDeviation * variationDeviation)
  }

  /// Motion over which the variation is averaged, s: a walk through a room.
  private static let variationMemory = 30.0

  /// Squared normalized innovation of three components that chance exceeds once in a thousand.
  static let gate = 16.0

  /// Time within which a disturbance is forgotten, s.
  static let forgettingTime = 3.0
}

extension MagneticFilter {
  /// Starts with a heading known from before: `heading`, rad, is the angle from the levelled frame to north.
  mutating func resume(heading: Double, deviation: Double) {
    history.start(
      north: heading, holdVariance: deviation * deviation, field: model.vector(MagneticModel.field))
    summary.north = Quaternion(
      angle: Angle(radians: model.heading - history.offset), axis: Vector3(0, 0, 1))
  }
}
