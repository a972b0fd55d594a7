public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Orientation and heading from gyroscope, accelerometer and magnetometer, with bounds.
///
/// A synchronous value type: samples in, ``estimate`` out; no clock, no allocation. Each sensor may have
/// its own rate, jitter and gaps; samples that are doubled, late or absurd are refused and counted.
/// The attitude is Rz(offset) · level · strapdown: the gyroscope alone turns `strapdown`, gravity only
/// `level`, the magnetometer only `offset`, so that the magnetometer never pulls on pitch and roll.
public struct OrientationEstimator: Sendable {
  let parameters: OrientationParameters

  /// The newest moment seen.
  var time = BootTime(nanoseconds: 0)
  var hasTime = false

  var gyroscope = SampleGate(limit: 200)
  var accelerometer = SampleGate(limit: 2000)
  var magnetometer = SampleGate(limit: 0.01)

  /// Body to the gyroscope's frame at the last rate sample.
  var strapdown: Quaternion = .identity
  var rate: Vector3 = .zero
  var rest = RestDetector()
  var biasFilter: GyroscopeBiasFilter
  var levelFilter = LevelFilter()
  var northFilter = NorthFilter()
  var detector = DisturbanceDetector()

  /// Makes an estimator that knows nothing yet.
  public init(parameters: OrientationParameters = .init()) {
    self.parameters = parameters
    biasFilter = GyroscopeBiasFilter(parameters: parameters)
  }

  /// Samples refused because they were not finite, or absurd for their sensor.
  public var invalidSampleCount: UInt64 {
    gyroscope.invalidCount + accelerometer.invalidCount + magnetometer.invalidCount
  }

  /// Samples refused because they were doubled or older than one already used.
  public var lateSampleCount: UInt64 {
    gyroscope.lateCount + accelerometer.lateCount + magnetometer.lateCount
  }

  /// Whether a gyroscope has delivered within the last half second.
  var hasGyroscope: Bool { gyroscope.silence(at: time) < 0.5 }

  mutating func notice(_ moment: BootTime) {
    if !hasTime || moment > time { time = moment }
    hasTime = true
  }

  /// Body to the gyroscope's frame at `moment`, by the last rate, for at most 0.1 s either way.
  func strapdown(at moment: BootTime) -> Quaternion {
    guard let last = gyroscope.last else { return strapdown }
    let ahead = moment.seconds(since: last.time)
    guard ahead != 0, abs(ahead) < 0.1 else { return strapdown }
    return strapdown * Quaternion(rotationVector: rate * ahead)
  }

  /// Takes an angular rate, rad/s, body frame.
  public mutating func update(angularRate sample: VectorSample) {
    let previous = gyroscope.last?.value
    guard let interval = gyroscope.admit(sample) else { return }
    notice(sample.time)
    guard let previous, interval > 0 else {
      rate = sample.value - biasFilter.bias
      return
    }
    if interval > 0.5 {
      // Nothing is known of the turn in the gap.
      rest.restart()
      levelFilter.restart()
      northFilter.restart()
    } else {
      rest.update(rate: sample.value, interval: interval, parameters: parameters)
    }
    biasFilter.propagate(interval: min(interval, 1000), parameters: parameters)
    if rest.calmTime >= parameters.restTime, interval < 0.5 {
      biasFilter.update(meanRate: rest.meanRate, interval: interval, parameters: parameters)
    }
    rate = sample.value - biasFilter.bias
    let step = min(interval, 0.5)
    let mean = (previous + sample.value) * 0.5 - biasFilter.bias
    strapdown =
      (strapdown * Quaternion(rotationVector: mean * step)).normalized ?? .identity
  }

  /// Takes a specific force, m/s², body frame, +g along up at rest.
  public mutating func update(acceleration sample: VectorSample) {
    guard var interval = accelerometer.admit(sample) else { return }
    notice(sample.time)
    guard sample.value.squaredLength > 0 else { return }
    if interval > 0.5 {
      levelFilter.restart()
      interval = 0
    }
    rest.update(force: sample.value, interval: interval, parameters: parameters)
    let attitude = strapdown(at: sample.time)
    let isFirst = levelFilter.elapsed == 0
    let turn = levelFilter.update(
      attitude * sample.value, interval: interval,
      timeConstant: hasGyroscope ? parameters.accelerationTime : parameters.smoothingTime)
    if !isFirst, interval > 0, hasGyroscope, rest.calmTime < parameters.restTime {
      biasFilter.update(
        horizonRate: turn / interval, rotation: (levelFilter.level * attitude).matrix,
        interval: interval, parameters: parameters)
    }
  }

  /// Takes a magnetic field, T, body frame, calibrated.
  public mutating func update(magneticField sample: VectorSample) {
    guard var interval = magnetometer.admit(sample) else { return }
    notice(sample.time)
    guard levelFilter.elapsed > 0, sample.value.squaredLength > 0 else { return }
    if interval > 0.5 {
      northFilter.restart()
      interval = 0
    }
    let field = levelFilter.level * (strapdown(at: sample.time) * sample.value)
    detector.update(
      field: field, interval: interval,
      isMoving: rate.squaredLength > 0.12, parameters: parameters)
    northFilter.age(by: interval)
    northFilter.update(
      field: field, interval: interval, isUndisturbed: detector.isUndisturbed,
      timeConstant: hasGyroscope ? parameters.magneticTime : parameters.smoothingTime)
  }

  /// Says that time has passed, so that silence is noticed; an earlier moment changes nothing.
  public mutating func advance(to moment: BootTime) { notice(moment) }

  /// Sets the local field from a magnetic model; `nil` where the place is unknown.
  ///
  /// - Parameters:
  ///   - strength: Total strength, T.
  ///   - inclination: Inclination, positive down.
  public mutating func setReferenceField(strength: Double?, inclination: Angle?) {
    detector.givenStrength = strength
    detector.givenInclination = inclination?.radians
  }

  /// Starts from what an earlier run knew.
  public mutating func restore(_ state: RestoredState) {
    if let bias = state.gyroscopeBias, bias.isFinite, bias.length < parameters.biasLimit {
      let accuracy = state.gyroscopeBiasAccuracy ?? parameters.initialBiasDeviation
      biasFilter.start(
        at: bias, accuracy: accuracy.isFinite && accuracy > 0 ? accuracy : biasFilter.accuracy)
    }
    if let strength = state.fieldStrength, let inclination = state.inclination?.radians,
      strength > 0, strength < 1e-3, abs(inclination) < 1.6
    {
      detector.start(strength: strength, inclination: inclination)
    }
  }
}
