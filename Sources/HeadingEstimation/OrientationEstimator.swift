public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Orientation and heading from gyroscope, accelerometer and magnetometer, with bounds.
///
/// A synchronous value type: samples in, ``estimate`` out; no clock, no allocation. Each sensor may have
/// its own rate, jitter and gaps; samples that are doubled, late or absurd are refused and counted.
/// The attitude is Rz(north) · level · strapdown: the gyroscope alone turns `strapdown`, gravity only
/// `level`, the magnetometer only `north`, so that the magnetometer never pulls on pitch and roll.
public struct OrientationEstimator: Sendable {
  var parameters: OrientationParameters

  /// The newest moment seen.
  var time = BootTime(nanoseconds: 0)
  var hasTime = false

  var gyroscope = SampleGate(limits: .gyroscope)
  var accelerometer = SampleGate(limits: .accelerometer)
  var magnetometer = SampleGate(limits: .magnetometer)

  var rateRepetition = Repetition()
  var forceRepetition = Repetition()
  var fieldRepetition = Repetition()
  /// The field while nothing could tell a turn: gyroscope and magnetometer repeated themselves.
  var blindField: Vector3?
  /// Fresh rates at rest, counted to a hundred.
  var newRatesAtRest = 0
  // What noise and hands leave: 3 µT; a quarter of gravity, 15°.
  var hungGyroscopeByField = HungGyroscope(misfit: 3e-6)
  var hungGyroscopeByGravity = HungGyroscope(misfit: 2.5)
  // Above the resolution of most parts: 0.3 µT; 0.5 m/s², 3°.
  var hungMagnetometer = HungVector(resolution: 0.3e-6)
  var hungAccelerometer = HungVector(resolution: 0.5)
  /// When the first field came.
  var firstFieldTime: BootTime?
  /// When a field was last used.
  var fieldTime: BootTime?

  var rotationCheck = RotationCheck()
  var checkTime: BootTime?
  /// The gyroscope's bias some seconds ago, and before.
  var biasBackups: (GyroscopeBias?, GyroscopeBias?) = (nil, nil)
  var backupAge = 0.0

  var strapdown = StrapdownIntegrator()
  var rest = RestDetector()
  var slowTurn = SlowTurn()
  /// Number of times that a calm was seen to be a turn.
  var falseRests = 0
  var horizon: HorizonFilter
  var magneticFilter: MagneticFilter
  var northFilter = NorthFilter()
  /// A turn beyond the gyroscope's range whose size is not known yet.
  var clippedTurn: ClippedTurn?
  /// Mean square of the rate within the last seconds, (rad/s)².
  var squaredRate = 0.0
  var restored: RestoredState?
  /// The earlier run's heading that was taken up.
  var resumed: RestoredState?
  var isReferenceRestored = false
  var motion = VehicleMotion()
  var temperature: GyroscopeTemperature

  /// Seconds between two rates on the mean.
  private var usualInterval = 0.0

  /// Makes an estimator that knows nothing yet.
  public init(parameters: OrientationParameters = .init()) {
    self.parameters = parameters
    horizon = HorizonFilter(parameters: parameters)
    temperature = GyroscopeTemperature(parameters: parameters)
    magneticFilter = MagneticFilter(parameters: parameters)
  }

  /// Samples refused because they were not finite, or absurd for their sensor.
  public var invalidSampleCount: UInt64 {
    gyroscope.invalidCount &+ accelerometer.invalidCount &+ magnetometer.invalidCount
  }

  /// Samples refused because they were doubled or older than one already used.
  public var lateSampleCount: UInt64 {
    gyroscope.lateCount &+ accelerometer.lateCount &+ magnetometer.lateCount
  }

  /// Takes an angular rate, rad/s, body frame.
  public mutating func update(angularRate sample: VectorSample) {
    guard let interval = gyroscope.admit(sample) else { return }
    notice(sample.time)
    let wasHung = isGyroscopeFaulty
    let wasRepeating = isRateRepeating
    judge(rate: sample)
    if rotationCheck.isRefuted {
      rotationCheck.carry(sample.value - horizon.bias, interval: min(interval, Self.longestGap))
    }
    guard !isGyroscopeFaulty else { return }
    guard interval > 0, interval <= Self.longestGap, !wasHung else {
      // Nothing is known of the turn in the gap.
      strapdown.update(sample, bias: horizon.bias, interval: 0)
      if interval > 0 {
        horizon.passGap(min(interval, 1e5), parameters: parameters)
        rest.restart()
        // An accelerometer that was there all the time has kept the horizon.
        let isLevelled = accelerometer.silence(at: sample.time) <= Self.longestGap
        if interval > 2, !isLevelled { horizon.restart() } else { horizon.soften() }
        magneticFilter.loseHeading()
        horizon.loseTurn(0.2)
      }
      return
    }
    coverGap(interval)
    rest.update(rate: sample.value, interval: interval, parameters: parameters)
    let isRetracted = slowTurn.update(
      rate: sample.value, interval: interval,
      meanRate: isCalm && !isRateRepeating ? rest.meanRate : nil, horizon: &horizon,
      deviation: parameters.biasRestDeviation)
    if isRetracted { falseRests &+= 1 }
    if isRateRepeating { coverRepetition(hasBegun: !wasRepeating, interval: interval) }
    strapdown.update(sample, bias: horizon.bias, interval: interval)
    squaredRate += (strapdown.rate.squaredLength - squaredRate) * (interval / (3 + interval))
    if strapdown.stepVariance > 0 { magneticFilter.addHeadingVariance(strapdown.stepVariance) }
    coverSaturation(interval: interval)
  }

  /// Takes a specific force, m/s², body frame, +g along up at rest.
  public mutating func update(acceleration sample: VectorSample) {
    guard var interval = accelerometer.admit(sample) else { return }
    notice(sample.time)
    guard sample.value.squaredLength > 0 else { return }
    if interval > Self.longestGap {
      if interval > 2 { horizon.restart() } else { horizon.soften() }
      interval = 0
    }
    let wasHung = isAccelerometerHung
    judge(force: sample)
    guard !isAccelerometerHung else {
      // With the gyroscope the horizon is lost.
      if isGyroscopeFaulty { horizon.restart() }
      return
    }
    if wasHung { horizon.soften() }
    if accelerometer.isSaturated { horizon.loseTurn(0.1) }
    if !hasGyroscope { strapdown.stop() }
    rotationCheck.add(force: sample.value, interval: interval)
    rest.update(force: sample.value, interval: interval, parameters: parameters)
    slowTurn.update(force: sample.value, interval: interval)
    // Both sensors are late by the same, so that the strapdown needs no lead here.
    let attitude = strapdown.attitude(at: sample.time, lead: 0)
    guard hasGyroscope else {
      horizon.updateAlone(attitude * sample.value, interval: interval, parameters: parameters)
      return
    }
    let vehicle =
      motion.isKnown
      ? motion.acceleration(
        in: sample.value, up: (horizon.level * attitude).conjugate * Vector3(0, 0, 1),
        rate: strapdown.rate, interval: interval, at: sample.time) : .zero
    horizon.update(
      attitude * (sample.value - vehicle), rotation: attitude, rate: strapdown.rate,
      interval: interval,
      rest: HorizonFilter.Rest(
        meanRate: isAtRest && !isRateRepeating && horizon.knownBias.isPlausible(rest.meanRate)
          ? rest.meanRate : nil,
        isForceSettled: isAtRest && rest.calmTime > 3 * parameters.accelerationTime),
      isBiasSeen: !isAtRest && !isRateRepeating, parameters: parameters)
  }

  /// Takes a magnetic field, T, body frame, calibrated.
  public mutating func update(magneticField sample: VectorSample) {
    guard magnetometer.admit(sample) != nil else { return }
    notice(sample.time)
    guard sample.value.squaredLength > 0 else { return }
    judge(field: sample)
    guard horizon.elapsed > 0, !hungMagnetometer.isHung else { return }
    if clippedTurn == nil { checkRotation(sample) }
    let interval = fieldTime.map { sample.time.seconds(since: $0) } ?? 0
    fieldTime = sample.time
    guard hasGyroscope else {
      // The attitude that the gyroscope left stands still, for the horizon as for north.
      strapdown.stop()
      endClippedTurn()
      magneticFilter.loseHeading()
      northFilter.update(
        sample.value, level: horizon.level * strapdown.attitude, interval: interval,
        parameters: parameters)
      return
    }
    // A reading at the end of the range is no measurement.
    guard !magnetometer.isSaturated else { return }
    if clippedTurn != nil { return updateClippedTurn(field: sample) }
    slowTurn.update(field: sample.value, interval: interval)
    let lead = parameters.inertialLatency - parameters.magnetometerLatency
    let attitude = horizon.level * strapdown.attitude(at: sample.time, lead: lead)
    guard
      magneticFilter.add(
        sample.value, attitude: attitude, rate: strapdown.rate, interval: interval)
    else { return }
    let up = attitude.conjugate * Vector3(0, 0, 1)
    let wasStarted = magneticFilter.isStarted
    let drift = magneticFilter.finishBlock(
      motion: MagneticFilter.Motion(
        isResting: rest.calmTime > 0.3 && !slowTurn.isSeen,
        driftVariance: horizon.biasVariance(along: up), tilt: horizon.tilt,
        missedTiltVariance: horizon.missedVariance),
      parameters: parameters)
    if magneticFilter.isStarted { northFilter.restart() }
    if let elevation = magneticFilter.elevation, !isRateRepeating {
      horizon.observe(elevation, parameters: parameters)
    }
    if drift != 0, !isRateRepeating {
      horizon.shiftBias(by: up * drift, limit: parameters.biasLimit)
    }
    if !wasStarted, magneticFilter.isStarted { resume(field: sample.value, up: up) }
    outgrowRestoredField()
  }

  /// Takes a velocity from elsewhere, such as a satellite receiver's: m/s, magnetic ENU.
  ///
  /// With it the horizon stands in long turns and while a vehicle gains speed. It is used for 2.5 s, and only
  /// while the specific force shows the acceleration that follows from it.
  public mutating func update(velocity: Vector3, at moment: BootTime) {
    guard horizon.elapsed > 0, magneticFilter.isStarted else { return }
    motion.update(
      velocity: velocity,
      attitude: magneticFilter.summary.north
        * (horizon.level * strapdown.attitude(at: moment, lead: 0)), at: moment)
  }

  /// Takes the gyroscope's temperature, K.
  ///
  /// Its offset is carried along with what has been learnt of its slope, and gets less certain.
  public mutating func update(temperature value: Double) {
    temperature.update(value, filter: &horizon, parameters: parameters)
  }

  /// Says that time has passed, so that silence is noticed; an earlier moment changes nothing.
  public mutating func advance(to moment: BootTime) { notice(moment) }

  /// Sets the local field as it has to be; `nil` where nothing tells.
  ///
  /// - Parameters:
  ///   - strength: Total strength, T.
  ///   - inclination: Inclination, positive down.
  ///   - isOfPlace: Whether it is a magnetic model's for this place. That of the place of a calibration, which may be
  ///     elsewhere, shows iron, but not the horizon.
  public mutating func setReferenceField(
    strength: Double?, inclination: Angle?, isOfPlace: Bool = true
  ) {
    isReferenceRestored = false
    guard let strength, let inclination, strength > 0, strength < 1e-3,
      inclination.radians.isFinite
    else {
      magneticFilter.setReference(nil, parameters: parameters)
      horizon.setElevation(nil)
      return
    }
    magneticFilter.setReference(
      (strength * inclination.cosine, -strength * inclination.sine), parameters: parameters)
    horizon.setElevation(isOfPlace ? -inclination.radians : nil)
  }

  /// A gap longer than this, s, loses the turn: at 1 Hz nothing is left of a gyroscope.
  static let longestGap = 0.5
}

extension OrientationEstimator {
  /// Whether a gyroscope has delivered lately.
  @inline(__always)
  var hasGyroscope: Bool {
    !isGyroscopeFaulty && gyroscope.silence(at: time) <= Self.longestGap
  }

  /// Seconds since a field was used; infinite if there was none.
  var fieldSilence: Double { fieldTime.map { time.seconds(since: $0) } ?? .infinity }

  /// Whether gyroscope and accelerometer see no motion.
  private var isCalm: Bool { rest.calmTime >= parameters.restTime }

  /// Whether the device lies still.
  var isAtRest: Bool { isCalm && !slowTurn.isSeen }

  mutating func notice(_ moment: BootTime) {
    if !hasTime || moment > time { time = moment }
    hasTime = true
  }

  /// What swings within a gap is not seen at its ends.
  private mutating func coverGap(_ interval: Double) {
    if usualInterval > 0, interval > max(0.1, 3 * usualInterval) {
      let missed = squaredRate.squareRoot() * interval
      horizon.loseTurn(missed)
      magneticFilter.addHeadingVariance(missed * missed)
    }
    usualInterval += (interval - usualInterval) * (usualInterval > 0 ? 0.05 : 1)
  }

  /// While a gyroscope repeats itself, the heading is left to the field.
  private mutating func coverRepetition(hasBegun: Bool, interval: Double) {
    // Turns of 10°/s that last for a second may go unseen, and of 30°/s until it was noticed.
    magneticFilter.addHeadingVariance(0.03 * interval + (hasBegun ? 0.01 : 0))
    if hasBegun { horizon.loseTurn(0.1) }
  }
}
