import HeadingGeometry
import RealModule

/// An alternative hypothesis for a field change: the hard iron or the local field has changed.
///
/// It starts as a copy of the filter in which the changed part is unknown again, and is tested by
/// its likelihood ratio against the filter that treats the change as a disturbance.
struct FieldAlternative {
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
  let isFieldProven: Bool
  private(set) var model: MagneticModel
  private(set) var age = 0.0
  private(set) var advantage = 0.0
  // Computed once per block: a computed property would copy the covariance in Swift 6.3.
  /// Whether the hypothesis is accepted.
  private(set) var isConvincing = false
  /// Whether the hypothesis may still become the more likely one.
  private(set) var isOpen = true
  /// Whether to restart it: it does not fit, or it has stayed undecided for too long.
  private(set) var isRefuted = false
  private var misfit = 1.0
  private var turned = RotationSpread()
  private var strength = StrengthMoments()
  /// The hard iron of the original filter, T.
  private let origin: Vector3

  /// Starts from the current filter with the changed part unknown.
  ///
  /// If the local field has not been observed at several attitudes, it is unknown too, because the
  /// first reading cannot distinguish it from hard iron.
  init(
    _ cause: Cause, from model: MagneticModel, isFieldProven: Bool,
    parameters: OrientationParameters
  ) {
    self.cause = cause
    self.isFieldProven = isFieldProven
    self.model = model
    origin = model.vector(MagneticModel.hardIron)
    self.model.learningShare = 1
    let seen = model.vector(MagneticModel.variation).squaredLength
    let step = max(parameters.fieldDeviation * parameters.fieldDeviation, 4 * seen)
    self.model.setVector(
      MagneticModel.variation, to: .zero,
      variance: parameters.fieldVariation * parameters.fieldVariation)
    if cause == .hardIron {
      self.model.setVector(
        MagneticModel.hardIron, to: model.vector(MagneticModel.hardIron), variance: step)
    }
    if cause == .surroundings || !isFieldProven {
      self.model.setVector(
        MagneticModel.field, to: model.vector(MagneticModel.field), variance: step)
    }
  }

  /// Starts from the current filter with the former hard iron, T.
  ///
  /// This hypothesis has nothing to learn, so that it predicts the first block already.
  init(formerIron: Vector3, from model: MagneticModel, parameters: OrientationParameters) {
    cause = .formerHardIron
    isFieldProven = true
    self.model = model
    origin = model.vector(MagneticModel.hardIron)
    let deviation = parameters.hardIronDeviation
    let variation = parameters.fieldVariation
    self.model.setVector(MagneticModel.variation, to: .zero, variance: variation * variation)
    self.model.setVector(
      MagneticModel.hardIron, to: formerIron, variance: deviation * deviation)
  }

  /// Updates the hypothesis with the next block; `rival` is the log-likelihood of the block under
  /// the current filter.
  mutating func update(
    _ measurement: MagneticModel.Measurement, step: MagneticModel.Step, rival: Double
  ) {
    if age > 0 { model.propagate(step) }
    age += step.interval
    let (normalized, logLikelihood) = model.update(measurement)
    // The first blocks only initialize the unknown states.
    if cause == .formerHardIron || age > 0.3 {
      advantage += logLikelihood - rival
      misfit += (min(normalized, 100) / 3 - misfit) * (1 - Double.exp(-step.interval / 2))
      turned.update(measurement.rotation, interval: step.interval, memory: .infinity)
      strength.add(measurement.rotation.transposed * measurement.field)
    }
    isConvincing = convinces()
    isOpen = advantage > 2 || turned.value < Self.ample
    isRefuted =
      (misfit > 3 && age > 0.5) || (age > 30 && turned.value > Self.ample) || !model.isHealthy
  }

  /// Corrects the drift for a change of the gyroscope bias.
  mutating func shiftDrift(by amount: Double) { model.shiftDrift(by: amount) }

  /// Posterior probability of the hypothesis.
  var probability: Double {
    guard isSteadier, isChange(of: 3) else { return 0 }
    return 1 / (1 + Double.exp(min(Self.needed - advantage, 700)))
  }

  /// Probability of an unknown magnet on the device since before the start, if no reference field
  /// is known: before rotation it is not distinguishable from the Earth's field.
  var probabilityOfMagnet: Double {
    // Only rotation is evidence against one.
    let against = turned.value > Self.moderate ? max(0, min(-advantage, 700)) : 0
    return 1 / (1 + (1 / Self.magnetShare - 1) * Double.exp(against))
  }

  /// Prior probability of an unknown magnet on a device.
  private static let magnetShare = 0.05

  /// Log-likelihood ratio needed to accept a change; prior odds of 1 to 22 000.
  private static let needed = 10.0

  /// The acceptance test.
  ///
  /// The hypothesis fits, its likelihood ratio is e¹⁰, and the body has rotated enough (some 37°
  /// about all axes) to distinguish hard iron from the local field. Changed surroundings are
  /// observed for longer: meanwhile the gyroscope holds the heading well, and near a magnet a field
  /// may be constant for some seconds.
  ///
  /// A magnet that is known already needs no rotation, but must fit for a second.
  private func convinces() -> Bool {
    if cause == .formerHardIron { return age > 1 && advantage > Self.needed && misfit < 2 }
    return age > (cause == .hardIron ? 2 : 6) && advantage > Self.needed && misfit < 2
      && (turned.value > Self.ample || isSeparate) && isSteadier
  }

  /// Whether the new hard iron reduces the scatter of the field strength; apparent hard iron by a
  /// faulty gyroscope does not.
  private var isSteadier: Bool {
    cause != .hardIron
      || strength.variance(without: model.vector(MagneticModel.hardIron))
        < strength.variance(without: origin)
  }

  /// Whether a large hard iron is distinguishable with less rotation.
  private var isSeparate: Bool { cause == .hardIron && isChange(of: 5) }

  /// Whether the change of the hard iron is large enough and exceeds `deviations` standard
  /// deviations, more the less the body has rotated.
  ///
  /// Unobservable components, such as the one along a single rotation axis, do not count.
  private func isChange(of deviations: Double) -> Bool {
    let change = model.vector(MagneticModel.hardIron) - origin
    guard change.length > Self.largeChange else { return false }
    let needed = deviations * deviations * max(1, Self.moderate / max(turned.value, 1e-6))
    return model.squaredDistance(change, at: MagneticModel.hardIron) > needed
  }

  /// Largest hard iron that a spatial gradient imitates while a hand swings, T.
  private static let largeChange = 5e-6

  // Rotations about one axis to and fro, as spreads (``RotationSpread``): 16° and 33° root mean
  // square.
  private static let moderate = 0.05
  private static let ample = 0.2

  /// Whether it is clearly more likely than the other hypothesis of about the same age.
  func beats(_ other: FieldAlternative) -> Bool {
    other.age < 0.9 * age || advantage - other.advantage > 5
  }
}
