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

  /// The judge of the sensors, by which every sample is used or not.
  package internal(set) var sensors = SensorJudge()
  /// The field while nothing could tell a turn: gyroscope and magnetometer repeated themselves.
  var blindField: Vector3?
  /// The field that was last used.
  var field: VectorSample?

  /// When the gyroscope was last held against field and gravity.
  var checkTime: BootTime?
  /// The gyroscope's bias some seconds ago, and before.
  var biasBackups: (GyroscopeBias?, GyroscopeBias?) = (nil, nil)
  var backupAge = 0.0

  var strapdown = StrapdownIntegrator()
  var rest = RestDetector()
  var slowTurn = SlowTurn()

  /// Whether the newest angular rate ended a false stationary period: what was taken for rest was a slow turn.
  ///
  /// The gyroscope's bias learned in it has been rolled back; whoever has learned from
  /// ``OrientationEstimate/isAtRest`` has to do the same. True for that one sample only.
  public private(set) var endedFalseStationaryPeriod = false

  var horizon: HorizonFilter
  /// The gyroscope's bias at the newest block of fields, rad/s.
  var blockBias = Vector3.zero
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
    sensors.gyroscope.invalidCount &+ sensors.accelerometer.invalidCount
      &+ sensors.magnetometer.invalidCount
  }

  /// Samples refused because they were doubled or older than one already used.
  public var lateSampleCount: UInt64 {
    sensors.gyroscope.lateCount &+ sensors.accelerometer.lateCount
      &+ sensors.magnetometer.lateCount
  }

  /// Takes an angular rate, rad/s, body frame.
  ///
  /// - Parameters:
  ///   - sample: The rate, calibrated.
  ///   - reading: What the chip said before any calibration, body frame, by which the sensor is judged; by default the
  ///     sample.
  /// - Returns: What the sample is worth, for others who use it.
  @discardableResult
  public mutating func update(
    angularRate sample: VectorSample, reading: Vector3? = nil
  ) -> SensorVerdict {
    endedFalseStationaryPeriod = false
    let wasHung = sensors.isGyroscopeFaulty
    let wasRepeating = sensors.isRateRepeating
    guard let interval = sensors.gyroscope.admit(sample.with(reading)) else { return .refused }
    notice(sample.time)
    sensors.judgeRate(isCalm: rest.calmTime > 0.3)
    if sensors.rotation.isRefuted {
      sensors.rotation.carry(
        sample.value - horizon.bias, interval: min(interval, SensorJudge.longestGap))
    }
    guard !sensors.isGyroscopeFaulty else { return .excluded }
    guard interval > 0, interval <= SensorJudge.longestGap, !wasHung else {
      // Nothing is known of the turn in the gap.
      strapdown.update(sample, bias: horizon.bias, interval: 0)
      if interval > 0 { passGap(interval) }
      return .used
    }
    coverGap(interval)
    rest.update(rate: sample.value, interval: interval, parameters: parameters)
    let isRepeating = sensors.isRateRepeating
    endedFalseStationaryPeriod = slowTurn.update(
      rate: sample.value, interval: interval,
      meanRate: isCalm && !isRepeating ? rest.meanRate : nil, horizon: &horizon,
      deviation: parameters.biasRestDeviation)
    if isRepeating { coverRepetition(hasBegun: !wasRepeating, interval: interval) }
    strapdown.update(sample, bias: horizon.bias, interval: interval)
    squaredRate += (strapdown.rate.squaredLength - squaredRate) * (interval / (3 + interval))
    if strapdown.stepVariance > 0 { magneticFilter.addHeadingVariance(strapdown.stepVariance) }
    coverSaturation(interval: interval)
    return .used
  }

  /// Takes a specific force, m/s², body frame, +g along up at rest.
  ///
  /// - Parameters:
  ///   - sample: The force, calibrated.
  ///   - reading: What the chip said, as for a rate.
  /// - Returns: What the sample is worth.
  @discardableResult
  public mutating func update(
    acceleration sample: VectorSample, reading: Vector3? = nil
  ) -> SensorVerdict {
    let wasHung = sensors.isAccelerometerHung
    guard var interval = sensors.accelerometer.admit(sample.with(reading)) else { return .refused }
    notice(sample.time)
    guard sample.value.squaredLength > 0 else { return .excluded }
    if interval > SensorJudge.longestGap {
      if interval > 2 { horizon.restart() } else { horizon.soften() }
      interval = 0
    }
    judge(force: sample)
    guard !sensors.isAccelerometerHung else {
      // With the gyroscope the horizon is lost.
      if sensors.isGyroscopeFaulty { horizon.restart() }
      return .excluded
    }
    if wasHung { horizon.soften() }
    if sensors.accelerometer.rangeEnd.isReached { horizon.loseTurn(0.1) }
    if !hasGyroscope { strapdown.stop() }
    sensors.rotation.add(force: sample.value, interval: interval)
    rest.update(force: sample.value, interval: interval, parameters: parameters)
    slowTurn.update(force: sample.value, interval: interval)
    level(sample, interval: interval)
    return .used
  }

  /// Levels by a specific force.
  private mutating func level(_ sample: VectorSample, interval: Double) {
    // Both sensors are late by the same, so that the strapdown needs no lead here.
    let attitude = strapdown.attitude(at: sample.time, lead: 0)
    guard hasGyroscope else {
      horizon.updateAlone(attitude * sample.value, interval: interval, parameters: parameters)
      return
    }
    let isRepeating = sensors.isRateRepeating
    let vehicle =
      motion.isKnown
      ? motion.acceleration(
        in: sample.value, up: (horizon.level * attitude).conjugate * Vector3(0, 0, 1),
        rate: strapdown.rate, interval: interval, at: sample.time) : .zero
    horizon.update(
      attitude * (sample.value - vehicle), rotation: attitude, rate: strapdown.rate,
      interval: interval,
      rest: HorizonFilter.Rest(
        meanRate: isAtRest && !isRepeating && horizon.knownBias.isPlausible(rest.meanRate)
          ? rest.meanRate : nil,
        isForceSettled: isAtRest && rest.calmTime > 3 * parameters.accelerationTime),
      isBiasSeen: !isAtRest && !isRepeating, parameters: parameters)
  }

  /// Takes a magnetic field, T, body frame, calibrated.
  ///
  /// - Parameters:
  ///   - sample: The field, calibrated.
  ///   - reading: What the chip said, as for a rate.
  /// - Returns: What the sample is worth.
  @discardableResult
  public mutating func update(
    magneticField sample: VectorSample, reading: Vector3? = nil
  ) -> SensorVerdict {
    guard sensors.magnetometer.admit(sample.with(reading)) != nil else { return .refused }
    notice(sample.time)
    guard sample.value.squaredLength > 0 else { return .excluded }
    judge(field: sample)
    guard !sensors.isMagnetometerHung else { return .excluded }
    if horizon.elapsed > 0 { findNorth(sample) }
    // A reading at the end of the range is no measurement.
    return sensors.magnetometer.rangeEnd.isReached ? .excluded : .used
  }

  /// Finds north by a field.
  private mutating func findNorth(_ sample: VectorSample) {
    if clippedTurn == nil { checkRotation(sample) }
    let interval = field.map { sample.time.seconds(since: $0.time) } ?? 0
    field = sample
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
    guard !sensors.magnetometer.rangeEnd.isReached else { return }
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
    magneticFilter.shiftDrift(by: up.dot(horizon.bias - blockBias))
    blockBias = horizon.bias
    magneticFilter.finishBlock(
      motion: MagneticFilter.Motion(
        isResting: rest.calmTime > 0.3 && !slowTurn.isSeen, isCalm: rest.calmTime > 0.3,
        driftVariance: horizon.biasVariance(along: up), tilt: horizon.tilt,
        missedTiltVariance: horizon.missedVariance),
      parameters: parameters)
    if magneticFilter.isStarted { northFilter.restart() }
    // A field that repeats itself may be one that hangs.
    if let direction = magneticFilter.direction, !sensors.isRateRepeating,
      !sensors.magnetometer.repetition.lasts(0.1)
    {
      horizon.observe(direction, parameters: parameters)
    } else {
      horizon.forgetField()
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
}

extension OrientationEstimator {
  /// Whether a gyroscope has delivered lately.
  @inline(__always)
  var hasGyroscope: Bool { sensors.hasGyroscope(at: time) }

  /// Seconds since a field was used; infinite if there was none.
  var fieldSilence: Double { field.map { time.seconds(since: $0.time) } ?? .infinity }

  /// Whether gyroscope and accelerometer see no motion.
  private var isCalm: Bool { rest.calmTime >= parameters.restTime }

  /// Whether the device lies still.
  var isAtRest: Bool { isCalm && !slowTurn.isSeen }

  mutating func notice(_ moment: BootTime) {
    if !hasTime || moment > time { time = moment }
    hasTime = true
  }

  /// Covers a gap in which the turn is lost.
  private mutating func passGap(_ interval: Double) {
    horizon.passGap(min(interval, 1e5), parameters: parameters)
    rest.restart()
    sensors.missTurn()
    // An accelerometer that was there all the time has kept the horizon.
    let isLevelled = sensors.accelerometer.silence(at: time) <= SensorJudge.longestGap
    if interval > 2, !isLevelled { horizon.restart() } else { horizon.soften() }
    magneticFilter.loseHeading()
    horizon.loseTurn(0.2)
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

extension VectorSample {
  /// The sample with another value; itself where that is `nil`.
  @inline(__always)
  fileprivate func with(_ reading: Vector3?) -> VectorSample {
    VectorSample(time: time, value: reading ?? value)
  }
}
