import HeadingGeometry
import RealModule

/// Another explanation of a field that does not fit: the device's hard iron, or the local field, has changed.
///
/// It starts as a copy of the model in which that part is free again, and is judged by how much better it
/// predicts than the model that takes the change for a disturbance.
struct FieldAlternative {
  /// Which part has changed.
  enum Cause {
    /// A magnet came onto the device or left it.
    case hardIron
    /// The magnet that came last has left again, or is back.
    case formerHardIron
    /// The surroundings are others.
    case surroundings
  }

  let cause: Cause
  /// Whether the local field had been seen from several poses before, so that it was none that turns with the body.
  let isFieldProven: Bool
  private(set) var model: MagneticModel
  private(set) var age = 0.0
  private(set) var advantage = 0.0
  // Judged once a block: a getter that computes them would copy the covariance in Swift 6.3.
  /// Whether the explanation has earned to be taken.
  private(set) var isConvincing = false
  /// Whether it may yet be the better explanation.
  private(set) var isOpen = true
  /// Whether it has to begin again: it does not fit, or it has had its chance and is undecided.
  private(set) var isRefuted = false
  private var misfit = 1.0
  private var turned = RotationSpread()
  private var strength = StrengthMoments()
  /// The hard iron that the model had, T.
  private let origin: Vector3

  /// Begins from the model as it is, with the part that may have changed set free.
  ///
  /// If the local field has not been proven, seen from several poses, it is free too, because the first reading
  /// cannot tell it from hard iron.
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

  /// Begins from the model as it is, with the hard iron, T, that the device has had before.
  ///
  /// Such an explanation has nothing to learn, so that it predicts the first field already.
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

  /// Takes the next block; `rival` is the log-likelihood that the model gave it.
  mutating func update(
    _ measurement: MagneticModel.Measurement, step: MagneticModel.Step, rival: Double
  ) {
    if age > 0 { model.propagate(step) }
    age += step.interval
    let (normalized, logLikelihood) = model.update(measurement)
    // The first blocks only place the freed states.
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

  /// Shifts the mean of the drift by what went into the gyroscope's offset.
  mutating func shiftDrift(by amount: Double) { model.shiftDrift(by: amount) }

  /// How probable the explanation is.
  var probability: Double {
    guard isSteadier, isChange(of: 3) else { return 0 }
    return 1 / (1 + Double.exp(min(Self.needed - advantage, 700)))
  }

  /// How probable a magnet on the device is that has been there since before the start, where neither a place nor a
  /// calibration says what field there has to be: before the body has turned nothing tells it from the Earth's field.
  var probabilityOfMagnet: Double {
    // Only turning speaks against one.
    let against = turned.value > Self.moderate ? max(0, min(-advantage, 700)) : 0
    return 1 / (1 + (1 / Self.magnetShare - 1) * Double.exp(against))
  }

  /// The share of devices with a magnet that nobody knows of.
  private static let magnetShare = 0.05

  /// What speaks against a change before anything is seen, as a natural logarithm: 1 to 22 000.
  private static let needed = 10.0

  /// Whether the explanation has earned to be taken.
  ///
  /// It fits, predicts e¹⁰ times better, and the body has turned enough (some 37° about all axes) to tell the
  /// body's field from the room's. Surroundings are watched for longer: meanwhile the gyroscope holds the heading
  /// well, and next to a magnet a field may look the same for some seconds.
  ///
  /// A magnet that is known already needs no turn, but has to fit for a second.
  private func convinces() -> Bool {
    if cause == .formerHardIron { return age > 1 && advantage > Self.needed && misfit < 2 }
    return age > (cause == .hardIron ? 2 : 6) && advantage > Self.needed && misfit < 2
      && (turned.value > Self.ample || isSeparate) && isSteadier
  }

  /// Whether the field's strength scatters less with the new hard iron than with the old one: what a wrong gyroscope makes
  /// look like iron leaves it as it is.
  private var isSteadier: Bool {
    cause != .hardIron
      || strength.variance(without: model.vector(MagneticModel.hardIron))
        < strength.variance(without: origin)
  }

  /// Whether hard iron is told from all else by less of a turn, because it is large.
  private var isSeparate: Bool { cause == .hardIron && isChange(of: 5) }

  /// Whether the hard iron has changed by what matters and by more than so many of its standard deviations, more the less
  /// the body has turned.
  ///
  /// What no turn has told, such as the part along the axis of all turns, does not count.
  private func isChange(of deviations: Double) -> Bool {
    let change = model.vector(MagneticModel.hardIron) - origin
    guard change.length > Self.largeChange else { return false }
    let needed = deviations * deviations * max(1, Self.moderate / max(turned.value, 1e-6))
    return model.squaredDistance(change, at: MagneticModel.hardIron) > needed
  }

  /// A room's gradient looks like so much hard iron at most, T, while a hand swings.
  private static let largeChange = 5e-6

  // Turns about one axis to and fro, as spreads (``RotationSpread``): 16° and 33° root mean square.
  private static let moderate = 0.05
  private static let ample = 0.2

  /// Whether it is clearly better than the other explanation of about the same age.
  func beats(_ other: FieldAlternative) -> Bool {
    other.age < 0.9 * age || advantage - other.advantage > 5
  }
}
