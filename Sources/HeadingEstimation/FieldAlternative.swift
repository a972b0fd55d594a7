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
    /// The surroundings are others.
    case surroundings
  }

  let cause: Cause
  private(set) var model: MagneticModel
  private(set) var age = 0.0
  private(set) var advantage = 0.0
  private var misfit = 1.0
  private var turned = RotationSpread()

  /// Begins from the model as it is, with the part that may have changed set free.
  ///
  /// If the local field has not been proven, seen from several poses, it is free too, because the first reading
  /// cannot tell it from hard iron.
  init(
    _ cause: Cause, from model: MagneticModel, isFieldProven: Bool,
    parameters: OrientationParameters
  ) {
    self.cause = cause
    self.model = model
    self.model.learningShare = 1
    let seen = model.vector(MagneticModel.variation).squaredLength
    let step = max(parameters.fieldStep * parameters.fieldStep, 4 * seen)
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

  /// Takes the next block; `rival` is the log-likelihood that the model gave it.
  mutating func update(
    _ measurement: MagneticModel.Measurement, step: MagneticModel.Step, rival: Double
  ) {
    if age > 0 { model.propagate(step) }
    age += step.interval
    let (normalized, logLikelihood) = model.update(measurement)
    // The first blocks only place the freed states.
    guard age > 0.3 else { return }
    advantage += logLikelihood - rival
    misfit += (min(normalized, 100) / 3 - misfit) * (1 - Double.exp(-step.interval / 2))
    turned.update(measurement.rotation, interval: step.interval, memory: .infinity)
  }

  /// Shifts the mean of the drift by what went into the gyroscope's offset.
  mutating func shiftDrift(by amount: Double) { model.shiftDrift(by: amount) }

  /// Whether the explanation has earned to be taken.
  ///
  /// It fits, predicts e¹⁰ times better, and the body has turned enough (some 37° about all axes) to tell the
  /// body's field from the room's. Surroundings are watched for longer: meanwhile the gyroscope holds the heading
  /// well, and next to a magnet a field may look the same for some seconds.
  var isConvincing: Bool {
    age > (cause == .hardIron ? 2 : 6) && advantage > 10 && misfit < 2 && turned.value > 0.2
  }

  /// Whether it has to begin again: it does not fit, or it is old and undecided.
  var isRefuted: Bool { (misfit > 3 && age > 0.5) || age > 30 || !model.isHealthy }

  /// Whether it is clearly better than the other explanation of about the same age.
  func beats(_ other: FieldAlternative) -> Bool {
    other.age < 0.9 * age || advantage - other.advantage > 5
  }
}
