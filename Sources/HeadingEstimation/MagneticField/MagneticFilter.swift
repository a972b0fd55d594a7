import HeadingGeometry
import HeadingSensing
import RealModule

/// A multiple-model estimator of magnetic north, hard iron and magnetometer delay, with disturbance
/// detection.
///
/// One filter is current. While the field does not fit it, the residual counts as a spatial
/// disturbance (the variation's variance is raised to what is observed), which leaves the heading
/// to the gyroscope. Meanwhile alternative hypotheses run in parallel; one is accepted once its
/// likelihood ratio suffices. Noncopyable and in place, as the hypotheses, so that the stack of a
/// microcontroller holds no copies of its 6 kB.
struct MagneticFilter: ~Copyable {
  private let inPlace = InPlace()
  var model = FieldKalmanFilter()
  var mixture = FieldMixture()
  private(set) var isStarted = false

  /// Current steady-state 1σ of the variation, T: the usual one, or that of a disturbance.
  var variationDeviation: Double
  var hardIronHypothesis: FieldHypothesis?
  var surroundingsHypothesis: FieldHypothesis?
  var formerIronHypothesis: FieldHypothesis?
  /// The hard iron before its last change, T; `nil` before the first change.
  var formerIron: Vector3?
  private var block = MagneticBlock()
  /// Field direction in the newest block; `nil` during a disturbance or while the hard iron is
  /// unknown.
  private(set) var direction: FieldDirection?
  private(set) var spread = RotationSpread()
  /// Mean square of the recent variation, per component, T².
  private(set) var variationSquare: Double
  var undisturbedTime = 0.0
  var confirmedTime = 0.0
  /// Duration of the present disturbance, s.
  private(set) var disturbedTime = 0.0
  /// Body to levelled frame, mean of the newest block.
  private var attitude = Quaternion.identity
  private var addedHeadingVariance = 0.0
  private(set) var varianceBeforeDisturbance = 0.0
  private var implausibleTime = 0.0
  /// Whether the field has changed slowly, so that its deviation does not average out.
  var isShifted = false
  /// The gyroscope bias before it followed a field that has proved to have changed, for the tilt filter.
  var recalledBias: GyroscopeBias?
  /// Two, so that one has observed the field for long when a change begins.
  var shifts = (FieldShiftTest(), FieldShiftTest())

  /// Output to the estimate, computed once per block.
  private(set) var summary = Summary()

  init(parameters: OrientationParameters) {
    variationDeviation = parameters.fieldVariation
    variationSquare = parameters.fieldVariation * parameters.fieldVariation
  }

  /// State of the inertial part during a block.
  struct Motion {
    /// Whether it was long enough observed to tell motion from rest.
    var isKnown: Bool
    /// Whether the device is at rest.
    var isResting: Bool
    /// Whether it has been for longer than a hand pauses.
    var isAtRest: Bool
    /// Whether the mean rate is no larger than the gyroscope bias may be.
    var isRateBias: Bool
    /// Whether gyroscope and accelerometer are quasi-stationary: at rest or in a slow turn.
    var isQuasiStationary: Bool
    /// The gyroscope bias.
    var bias: GyroscopeBias
    /// Variance of the gyroscope bias about the vertical, (rad/s)².
    var driftVariance: Double
    /// Covariance of the tilt error.
    var tilt: TiltCovariance
    /// Tilt variance caused by unmeasured rotations, rad².
    var unmeasuredTiltVariance: Double
  }

  /// Resets the heading and keeps hard iron and delay, because the rotation since the last sample
  /// is unknown.
  mutating func resetHeading() {
    isStarted = false
    dropHypotheses()
    disturbedTime = 0
    block = MagneticBlock()
    let reference = mixture.reference
    mixture = FieldMixture()
    mixture.reference = reference
  }

  /// Resets everything except the reference field.
  mutating func restart(parameters: OrientationParameters) {
    let reference = mixture.reference
    self = MagneticFilter(parameters: parameters)
    mixture.reference = reference
  }

  /// Adds to the heading variance, rad².
  mutating func addHeadingVariance(_ variance: Double) {
    addedHeadingVariance = min(addedHeadingVariance + variance, 10)
  }

  /// Sets the reference field of a magnetic model.
  mutating func setReference(
    _ reference: (horizontal: Double, vertical: Double)?, parameters: OrientationParameters
  ) {
    let isNew = mixture.reference == nil && reference != nil
    mixture.reference = reference
    // Only initialization uses the reference field to bound the hard iron.
    if isNew, isStarted, model.deviation(FieldKalmanFilter.hardIron) > Self.unknownIron {
      restart(parameters: parameters)
    } else if isNew, hardIronHypothesis?.isFieldConfirmed == false {
      hardIronHypothesis = FieldHypothesis(
        .hardIron, from: model, isFieldConfirmed: false, vertical: reference?.vertical,
        parameters: parameters)
    }
  }

  /// 1σ above which the hard iron counts as unknown, T.
  private static let unknownIron = 20e-6

  /// Corrects the drift after a change of the gyroscope bias about the vertical by `amount`, rad/s.
  mutating func shiftDrift(by amount: Double) {
    model.shiftDrift(by: -amount)
    hardIronHypothesis?.shiftDrift(by: -amount)
    surroundingsHypothesis?.shiftDrift(by: -amount)
    formerIronHypothesis?.shiftDrift(by: -amount)
    shifts.0.shiftBias(by: amount)
    shifts.1.shiftBias(by: amount)
  }

  /// Adds a field sample, T, body frame, to the block.
  ///
  /// - Returns: Whether the block is complete, for ``finishBlock(motion:parameters:)``.
  @inline(__always)
  mutating func add(
    _ value: Vector3, attitude: Quaternion, rate: Vector3, interval: Double
  ) -> Bool {
    block.add(value, attitude: attitude, rate: rate, interval: interval)
    return block.isWhole
  }

  /// Discards the samples of the incomplete block.
  mutating func dropBlock() { block = MagneticBlock() }

  /// Updates the filter with the complete block.
  mutating func finishBlock(motion: Motion, parameters: OrientationParameters) {
    var result = block.take(parameters: parameters)
    // A tilt error rotates the field by the same angle.
    result.measurement.variance +=
      motion.unmeasuredTiltVariance * result.measurement.field.squaredLength
    let before = attitude
    attitude = Quaternion(rotation: result.measurement.rotation)
    // The level's first corrections turn the frame against a body that may be at rest, which would be
    // evidence for hard iron: until that is known, each block is the first one.
    guard isStarted, motion.isKnown || !isIronOpen(parameters: parameters) else {
      start(result.measurement, motion: motion, parameters: parameters)
      summary = makeSummary(motion, parameters: parameters)
      return
    }
    update(
      result, motion: motion, frameRotation: attitude * before.conjugate, parameters: parameters)
    direction =
      isDisturbed(parameters: parameters) ? nil : fieldDirection(result, parameters: parameters)
    summary = makeSummary(motion, parameters: parameters)
    if !model.isHealthy { self = MagneticFilter(parameters: parameters) }
  }

  /// Whether nothing is known of an uncalibrated device's hard iron.
  ///
  /// Hard iron estimated from a single attitude is indistinguishable from the local field.
  private func isIronOpen(parameters: OrientationParameters) -> Bool {
    !parameters.isCalibrated && model.deviation(FieldKalmanFilter.hardIron) > Self.unknownIron
  }

  /// The estimated local field, T, levelled frame.
  var localField: Vector3 { model.vector(FieldKalmanFilter.field) }

  /// Prior 1σ of the hard iron before any rotation, per component, T.
  ///
  /// For an uncalibrated device it is at least the usual one, at an unknown place also the field
  /// strength, at a known one the deviation from the reference field. A small deviation is no
  /// evidence against iron: strength and dip agree by chance in one of twenty devices, with any
  /// heading.
  private func hardIronPrior(_ field: Vector3, parameters: OrientationParameters) -> Double {
    let usual = parameters.hardIronDeviation
    guard !parameters.isCalibrated else { return usual }
    guard let reference = mixture.reference else { return max(usual, field.length) }
    let horizontal = (field.x * field.x + field.y * field.y).squareRoot() - reference.horizontal
    let vertical = field.z - reference.vertical
    let seen = (horizontal * horizontal + vertical * vertical).squareRoot()
    return max(usual, seen)
  }

  private mutating func start(
    _ measurement: FieldKalmanFilter.Measurement, motion: Motion, parameters: OrientationParameters
  ) {
    let first =
      model.covariance[FieldKalmanFilter.delay][FieldKalmanFilter.delay] == 0
      || isIronOpen(parameters: parameters)
    if first {
      let hardIron = hardIronPrior(measurement.field, parameters: parameters)
      let delay = parameters.magnetometerLatency
      model.setVector(FieldKalmanFilter.hardIron, to: .zero, variance: hardIron * hardIron)
      model.set(FieldKalmanFilter.delay, to: 0, variance: delay * delay)
    }
    model.set(FieldKalmanFilter.drift, to: 0, variance: motion.driftVariance)
    let place = parameters.fieldDeviation
    model.setVector(FieldKalmanFilter.field, to: .zero, variance: place * place)
    let variation = parameters.fieldVariation
    model.setVector(FieldKalmanFilter.variation, to: .zero, variance: variation * variation)
    _ = model.update(measurement)
    variationDeviation = variation
    isStarted = true
    restartShiftTests()
    undisturbedTime = 0
    // A magnet may be present since before the start.
    if first, parameters.isCalibrated {
      hardIronHypothesis = FieldHypothesis(
        .hardIron, from: model, isFieldConfirmed: false, vertical: mixture.reference?.vertical,
        parameters: parameters)
    }
  }

  private mutating func update(
    _ result: MagneticBlock.Result, motion: Motion, frameRotation: Quaternion,
    parameters: OrientationParameters
  ) {
    let usual = parameters.fieldVariation
    let lately = foundVariation(parameters: parameters)
    var step = makeStep(result, motion: motion, parameters: parameters)
    spread.update(result.measurement.rotation, interval: result.interval, memory: 15)
    // Below some 18° of rotation a spatial gradient looks like hard iron, above 45° it does not. It
    // does not matter if the hard iron is much less certain than the gradient.
    let isIronUnknown =
      model.deviation(FieldKalmanFilter.hardIron) > 2 * parameters.fieldVariation
    model.hardIronScale = isIronUnknown ? 1 : max(0, min(1, (spread.value - 0.1) / 0.2))
    // At rest the body does not rotate: the frame's rotation is an error of gyroscope and level, not
    // evidence for hard iron, and a change of the field is no drift.
    if isIronUnknown ? motion.isResting : motion.isAtRest, motion.isRateBias {
      step.frameRotation = frameRotation
      mixture.rotate(by: frameRotation)
    }

    model.propagate(step)
    let before = model
    let isLasting =
      (motion.isQuasiStationary || isShifted) && isDisturbed(parameters: parameters)
    var (normalized, logLikelihood) = model.update(result.measurement, isDisturbed: isLasting)
    undisturbedTime += result.interval
    if normalized > Self.gate {
      // A disturbance: the variance of the variation is raised to the squared innovation.
      model = before
      let innovation = result.measurement.field - model.prediction(result.measurement)
      let variance = innovation.squaredLength / 3
      variationDeviation = max(variationDeviation, variance.squareRoot())
      model.inflate(FieldKalmanFilter.variation, by: variance)
      (normalized, logLikelihood) = model.update(
        result.measurement, isDisturbed: motion.isQuasiStationary || isShifted)
      startHypotheses(parameters: parameters)
    }
    variationDeviation =
      lately + (variationDeviation - lately) * Double.exp(-result.interval / Self.forgettingTime)
    let variation = model.vector(FieldKalmanFilter.variation).squaredLength
    if variation > Self.gate * usual * usual {
      variationDeviation = max(variationDeviation, (variation / 3).squareRoot())
      startHypotheses(parameters: parameters)
    }
    if isDisturbed(parameters: parameters) {
      undisturbedTime = 0
      disturbedTime += result.interval
    } else {
      disturbedTime = 0
      if !motion.isResting {
        let found = variation / 3 + model.meanVariance(FieldKalmanFilter.variation)
        let share = min(1, result.interval / Self.variationMemory)
        variationSquare += (found - variationSquare) * share
      }
      varianceBeforeDisturbance = model.headingVariance
      mixture.addTime(result.interval, isResting: motion.isResting)
      if spread.value > 0.1 { confirmedTime += result.interval }
    }
    testShift(
      result, step: step, motion: motion, isIronUnknown: isIronUnknown, variation: lately,
      parameters: parameters)
    step.variationVariance = lately * lately
    testHypotheses(
      result.measurement, step: step, currentLogLikelihood: logLikelihood,
      isResting: motion.isResting, parameters: parameters)
    mixture.updateJump(north: model.heading, isResting: motion.isResting, interval: result.interval)
    mixture.updateOdds(
      field: model.vector(FieldKalmanFilter.field),
      localVariance: localVariance(parameters: parameters)
    )
    restartIfImplausible(result, variation: variation, parameters: parameters)
  }

  /// Restarts from the present field if that is better than the current estimate.
  private mutating func restartIfImplausible(
    _ result: MagneticBlock.Result, variation: Double, parameters: OrientationParameters
  ) {
    guard isDisturbed(parameters: parameters) else {
      implausibleTime = 0
      return
    }
    // The variance of the maintained heading exceeds that of the disturbed field's azimuth.
    let horizontal = max(model.horizontalStrength, 1e-7)
    let held = model.headingVariance
    if held > 0.03, held > variation / 3 / (horizontal * horizontal) || held > 3 { resetHeading() }
    // The estimated strength occurs nowhere on Earth, but the measured one does.
    let estimated = model.vector(FieldKalmanFilter.field).length
    let isImplausible =
      (estimated < 2e-6 || estimated > 2e-4)
      && PhysicalConstants.earthField.contains(result.measurement.field.length)
    implausibleTime = isImplausible ? implausibleTime + result.interval : 0
    if implausibleTime > 5 { restart(parameters: parameters) }
  }

  private mutating func makeStep(
    _ result: MagneticBlock.Result, motion: Motion, parameters: OrientationParameters
  ) -> FieldKalmanFilter.Step {
    let noise = parameters.headingNoise * parameters.headingNoise * (motion.isResting ? 0.1 : 1)
    let usual = parameters.fieldVariation
    let scale = parameters.gyroscopeScaleError * parameters.gyroscopeScaleError
    let added = addedHeadingVariance / result.interval
    // A large rotation moves the field along a chord, not along the tangent, so both directions are
    // uncertain.
    let chord =
      addedHeadingVariance > 0.01 ? added * model.horizontalStrength * model.horizontalStrength : 0
    addedHeadingVariance = 0
    // At rest the local field and the hard iron do not change, and the variation stays constant.
    return FieldKalmanFilter.Step(
      interval: result.interval,
      headingVariance: noise + scale * result.squaredRate + added,
      driftVariance: motion.driftVariance,
      fieldVariance: chord
        + (motion.isResting ? 0 : parameters.fieldWalk * parameters.fieldWalk),
      hardIronVariance: motion.isResting
        || model.deviation(FieldKalmanFilter.hardIron) > parameters.hardIronDeviation
        ? 0 : parameters.hardIronWalk * parameters.hardIronWalk,
      variationTime: motion.isResting ? 1000 : parameters.fieldVariationTime,
      variationVariance: motion.isResting
        ? max(variationDeviation * variationDeviation, usual * usual)
        : variationDeviation * variationDeviation)
  }

  /// Averaging time of the variation, s: the time to walk through a room.
  private static let variationMemory = 30.0

  /// Gate of the normalized innovation squared of three components; exceeded by chance once in a
  /// thousand.
  static let gate = 16.0

  /// Decay time of a disturbance, s.
  static let forgettingTime = 3.0
}

extension MagneticFilter {
  /// Initializes with a restored heading: `heading`, rad, is the angle from the levelled frame to
  /// north.
  mutating func resume(heading: Double, deviation: Double) {
    mixture.start(
      north: heading, holdVariance: deviation * deviation,
      field: model.vector(FieldKalmanFilter.field))
    summary.north = Quaternion(
      angle: Angle(radians: model.heading - mixture.offset), axis: Vector3(0, 0, 1))
  }
}
