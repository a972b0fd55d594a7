import HeadingGeometry
import HeadingSensing
import RealModule

/// An alternative hypothesis for a field change: the hard iron or the local field has changed.
///
/// It starts as a copy of the filter in which the changed part is unknown again, and is tested by
/// its likelihood ratio against the filter that treats the change as a disturbance.
struct FieldHypothesis: ~Copyable {
  private let inPlace = InPlace()

  /// The part that has changed.
  enum Cause {
    /// A magnet was attached to the device or removed.
    case hardIron
    /// The last attached magnet was removed, or attached again.
    case formerHardIron
    /// The surroundings have changed.
    case surroundings
  }

  let cause: Cause
  /// Whether the local field was observed at several attitudes before, which excludes a field fixed
  /// to the body.
  let isFieldConfirmed: Bool
  private(set) var model: FieldKalmanFilter
  private(set) var age = 0.0
  /// Time of it in which the device was not at rest, s.
  private var movingTime = 0.0
  private(set) var logLikelihoodRatio = 0.0
  /// Whether the hypothesis is accepted.
  private(set) var isAccepted = false
  /// Whether the hypothesis may still become the more likely one.
  private(set) var isUndecided = true
  /// Whether to restart it: it does not fit, or it has stayed undecided for too long.
  private(set) var isRejected = false
  private var meanSquaredInnovation = 1.0
  private var turned = RotationSpread()
  private var strength = StrengthMoments()
  /// The hard iron of the original filter, T.
  private let origin: Vector3

  /// Starts from the current filter with the changed part unknown.
  ///
  /// If the local field has not been observed at several attitudes, it is unknown too, because the
  /// first reading cannot distinguish it from hard iron. Its vertical component is known where the place
  /// is: a device that stays level never separates it from iron along its own vertical.
  init(
    _ cause: Cause, from model: FieldKalmanFilter, isFieldConfirmed: Bool, vertical: Double?,
    parameters: OrientationParameters
  ) {
    self.cause = cause
    self.isFieldConfirmed = isFieldConfirmed
    self.model = model
    origin = model.vector(FieldKalmanFilter.hardIron)
    self.model.hardIronScale = 1
    let seen = model.vector(FieldKalmanFilter.variation).squaredLength
    let step = max(parameters.fieldDeviation * parameters.fieldDeviation, 4 * seen)
    self.model.setVector(
      FieldKalmanFilter.variation, to: .zero,
      variance: parameters.fieldVariation * parameters.fieldVariation)
    if cause == .hardIron {
      self.model.setVector(
        FieldKalmanFilter.hardIron, to: model.vector(FieldKalmanFilter.hardIron), variance: step)
    }
    if cause == .surroundings || !isFieldConfirmed {
      self.model.setVector(
        FieldKalmanFilter.field, to: model.vector(FieldKalmanFilter.field), variance: step)
      if cause == .hardIron, let vertical {
        self.model.set(
          FieldKalmanFilter.field + 2, to: vertical,
          variance: FieldMixture.localDeviation * FieldMixture.localDeviation)
      }
    }
  }

  /// Starts from the current filter with the former hard iron, T.
  ///
  /// This hypothesis has no unknown states, so that its first block already counts.
  init(formerIron: Vector3, from model: FieldKalmanFilter, parameters: OrientationParameters) {
    cause = .formerHardIron
    isFieldConfirmed = true
    self.model = model
    origin = model.vector(FieldKalmanFilter.hardIron)
    let deviation = parameters.hardIronDeviation
    let variation = parameters.fieldVariation
    self.model.setVector(FieldKalmanFilter.variation, to: .zero, variance: variation * variation)
    self.model.setVector(
      FieldKalmanFilter.hardIron, to: formerIron, variance: deviation * deviation)
  }

  /// Updates the hypothesis with the next block; `currentLogLikelihood` is the log-likelihood of
  /// the block under the current filter.
  mutating func update(
    _ measurement: FieldKalmanFilter.Measurement, step: FieldKalmanFilter.Step,
    currentLogLikelihood: Double, isResting: Bool
  ) {
    if age > 0 { model.propagate(step) }
    age += step.interval
    if !isResting { movingTime += step.interval }
    let (normalized, logLikelihood) = model.update(measurement)
    // The first blocks only initialize the unknown states.
    if cause == .formerHardIron || age > 0.3 {
      logLikelihoodRatio += logLikelihood - currentLogLikelihood
      meanSquaredInnovation +=
        (min(normalized, 100) / 3 - meanSquaredInnovation) * (1 - Double.exp(-step.interval / 2))
      turned.update(measurement.rotation, interval: step.interval, memory: .infinity)
      strength.add(measurement.rotation.transposed * measurement.field)
    }
    isAccepted = passesTest()
    isUndecided = logLikelihoodRatio > 2 || turned.value < Self.sufficientSpread
    isRejected =
      (meanSquaredInnovation > 3 && age > 0.5)
      || (age > Self.longest && turned.value > Self.sufficientSpread)
      || !model.isHealthy
  }

  /// Corrects the drift for a change of the gyroscope bias.
  mutating func shiftDrift(by amount: Double) { model.shiftDrift(by: amount) }

  /// Whether the body has rotated enough to distinguish hard iron from the local field.
  var isRotated: Bool { turned.value > Self.sufficientSpread }

  /// Whether the local field was not observed at several attitudes before.
  func isMagnetPossible() -> Bool { !isFieldConfirmed }

  /// Posterior probability of the hypothesis.
  var probability: Double {
    guard reducesScatter, isSignificantChange(deviations: 3) else { return 0 }
    return 1 / (1 + Double.exp(min(Self.needed - logLikelihoodRatio, 700)))
  }

  /// Probability of an unknown magnet on the device since before the start, if no reference field
  /// is known: before rotation it is not distinguishable from the Earth's field.
  var probabilityOfMagnet: Double {
    // Only rotation gives evidence against a magnet.
    let against = turned.value > Self.smallSpread ? max(0, min(-logLikelihoodRatio, 700)) : 0
    return 1 / (1 + (1 / Self.magnetShare - 1) * Double.exp(against))
  }

  /// Mean squared error of a heading, rad, if the hypothesis is true, rad², times its probability.
  func variance(of heading: Double, isUnverified: Bool) -> Double {
    let probability = isUnverified ? probabilityOfMagnet : probability
    guard probability > 0.01 else { return 0 }
    let apart = Angle(radians: model.heading - heading).normalized.radians
    return probability * min(apart * apart + model.headingVariance, .pi * .pi)
  }

  /// Prior probability of an unknown magnet on a device.
  private static let magnetShare = 0.05

  /// Log-likelihood ratio required to accept a change: prior odds of 1 to 22 000.
  private static let needed = 10.0

  /// The acceptance test.
  ///
  /// The hypothesis fits, its likelihood ratio is e¹⁰, and the body has rotated enough (some 37°
  /// about all axes) to distinguish hard iron from the local field. Changed surroundings are
  /// observed for longer: meanwhile the gyroscope holds the heading well, and near a magnet a field
  /// may be constant for some seconds.
  ///
  /// A former hard iron is known and needs no rotation, but must fit for a second.
  private func passesTest() -> Bool {
    if cause == .formerHardIron {
      return age > 1 && logLikelihoodRatio > Self.needed && meanSquaredInnovation < 2
    }
    return age > (cause == .hardIron ? 2 : 6) && logLikelihoodRatio > Self.needed
      && meanSquaredInnovation < 2
      && (turned.value > Self.sufficientSpread || isDistinguishable || hasLasted) && reducesScatter
      && isPlausible
  }

  /// Whether the new hard iron reduces the scatter of the field strength; apparent hard iron
  /// caused by a faulty gyroscope does not.
  private var reducesScatter: Bool {
    cause != .hardIron
      || strength.variance(without: model.vector(FieldKalmanFilter.hardIron))
        < strength.variance(without: origin)
  }

  /// Whether the changed surroundings have lasted so long that the device's other side may never be seen.
  private var hasLasted: Bool { cause == .surroundings && movingTime > Self.longest }

  /// Whether the field that it leaves to the place occurs on Earth; iron along the vertical of a device that stays level
  /// may take any share of it.
  private var isPlausible: Bool {
    PhysicalConstants.earthField.contains(model.vector(FieldKalmanFilter.field).length)
  }

  /// Whether a large hard iron is distinguishable with less rotation.
  private var isDistinguishable: Bool { cause == .hardIron && isSignificantChange(deviations: 5) }

  /// Whether the change of the hard iron is large enough and exceeds `deviations` standard
  /// deviations, more the less the body has rotated.
  ///
  /// Unobservable components, such as the one along a single rotation axis, do not count.
  private func isSignificantChange(deviations: Double) -> Bool {
    let change = model.vector(FieldKalmanFilter.hardIron) - origin
    guard change.length > Self.largeChange else { return false }
    let needed = deviations * deviations * max(1, Self.smallSpread / max(turned.value, 1e-6))
    return model.squaredDistance(change, at: FieldKalmanFilter.hardIron) > needed
  }

  /// Largest hard iron that a spatial gradient imitates while a hand swings, T.
  private static let largeChange = 5e-6

  /// Time for which a hypothesis waits for rotation, s.
  private static let longest = 30.0

  // Rotations about one axis to and fro, as spreads (``RotationSpread``): 16° and 33° root mean
  // square.
  private static let smallSpread = 0.05
  private static let sufficientSpread = 0.2

  /// What decides between two hypotheses.
  struct Evidence {
    var age: Double
    var movingTime: Double
    var logLikelihoodRatio: Double

    /// Whether it has waited for rotation long enough and is as likely as the other hypothesis.
    func hasLasted(against other: Evidence?) -> Bool {
      movingTime > FieldHypothesis.longest
        && (other?.logLikelihoodRatio ?? 0) - logLikelihoodRatio < Self.clear
    }

    /// Difference of the logarithms that decides.
    private static let clear = 5.0

    /// Whether it is clearly more likely than the other hypothesis of about the same age.
    func isStronger(than other: Evidence?) -> Bool {
      guard let other else { return true }
      return other.age < 0.9 * age || logLikelihoodRatio - other.logLikelihoodRatio > Self.clear
    }
  }

  /// The evidence for it so far.
  var evidence: Evidence {
    Evidence(age: age, movingTime: movingTime, logLikelihoodRatio: logLikelihoodRatio)
  }
}
