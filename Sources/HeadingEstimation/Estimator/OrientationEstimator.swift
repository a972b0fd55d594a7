public import HeadingGeometry
public import HeadingSensing
import RealModule

/// Estimates attitude and heading, with error bounds, from gyroscope, accelerometer and
/// magnetometer.
///
/// A synchronous noncopyable value: it takes samples and publishes ``estimate``; it has no clock and does
/// not allocate. Each sensor may have its own rate, jitter and gaps; duplicate, late and
/// implausible samples are refused and counted. The attitude is Rz(north) · level · strapdown: the
/// gyroscope alone updates `strapdown`, specific force `level`, the magnetic field `north`, so that
/// the magnetometer never changes pitch and roll.
public struct OrientationEstimator: ~Copyable, Sendable {
  var parameters: OrientationParameters
  private let inPlace = InPlace()

  /// The newest time stamp.
  var time = BootTime(nanoseconds: 0)
  var hasTime = false

  /// Fault detection and exclusion of the sensors; decides whether a sample is used.
  package internal(set) var sensors = SensorFaultDetection()
  /// The field while gyroscope and magnetometer both repeated their readings, so that no rotation
  /// was observable.
  var blindField: Vector3?
  /// The last field that was used.
  var field: VectorSample?

  /// When the gyroscope was last compared with field and gravity.
  var checkTime: BootTime?
  /// The gyroscope bias a few seconds ago, and the backup before that.
  var biasBackups: (GyroscopeBias?, GyroscopeBias?) = (nil, nil)
  var backupAge = 0.0

  var strapdown = StrapdownIntegrator()
  var stationarity = StationarityDetector()
  var slowTurn = SlowTurnDetector()

  /// Whether the newest angular rate ended a false quasi-stationary period: the device turned
  /// slowly.
  ///
  /// The gyroscope bias learned in that period has been rolled back; users of
  /// ``OrientationEstimate/isAtRest`` must do the same with what they learned. True for that one
  /// sample only.
  public private(set) var endedFalseStationaryPeriod = false

  var horizon: HorizonFilter
  /// Gyroscope bias at the newest block of field samples, rad/s.
  var blockBias = Vector3.zero
  var magneticFilter: MagneticFilter
  var compass = TiltCompensatedCompass()
  /// A rotation beyond the gyroscope's range whose angle is not known yet.
  var clippedTurn: ClippedTurn?
  /// Mean square of the angular rate over the last seconds, (rad/s)².
  var squaredRate = 0.0
  var restored: RestoredState?
  /// The restored heading that this run has adopted.
  var resumed: RestoredState?
  var isReferenceRestored = false
  var motion = VehicleMotion()
  var temperature: GyroscopeTemperature

  /// Mean interval between two rates, s.
  private var meanInterval = 0.0

  /// Creates an estimator before initial alignment.
  public init(parameters: OrientationParameters = .init()) {
    self.parameters = parameters
    horizon = HorizonFilter(parameters: parameters)
    temperature = GyroscopeTemperature(parameters: parameters)
    magneticFilter = MagneticFilter(parameters: parameters)
  }

  /// Number of samples refused because they were not finite or beyond their sensor's limits.
  public var invalidSampleCount: UInt64 {
    sensors.gyroscope.invalidCount &+ sensors.accelerometer.invalidCount
      &+ sensors.magnetometer.invalidCount
  }

  /// Number of samples refused because they were duplicates or older than one already used.
  public var lateSampleCount: UInt64 {
    sensors.gyroscope.lateCount &+ sensors.accelerometer.lateCount
      &+ sensors.magnetometer.lateCount
  }

  /// Updates the estimate with an angular rate, rad/s, body frame.
  ///
  /// - Parameters:
  ///   - sample: The calibrated rate.
  ///   - reading: The uncalibrated rate, body frame, on which fault detection works; by default the
  ///     sample.
  /// - Returns: Whether the sample was used, for other users of it.
  @discardableResult
  public mutating func update(
    angularRate sample: VectorSample, reading: Vector3? = nil
  ) -> SampleValidity {
    endedFalseStationaryPeriod = false
    let wasStuck = sensors.isGyroscopeFaulty
    let wasRepeating = sensors.isRateRepeating
    guard let interval = sensors.gyroscope.admit(sample.with(reading)) else { return .refused }
    advanceTime(to: sample.time)
    sensors.checkRate(isQuasiStationary: stationarity.quietTime > 0.3)
    if sensors.gyroscopeTest.isExcluded {
      sensors.gyroscopeTest.carry(
        sample.value - horizon.bias, interval: min(interval, SensorFaultDetection.longestGap))
    }
    guard !sensors.isGyroscopeFaulty else { return .excluded }
    let gap = interval + sensors.gyroscope.unmeasured
    guard interval > 0, gap <= SensorFaultDetection.longestGap, !wasStuck else {
      // The rotation during the gap is unknown.
      strapdown.update(sample, bias: horizon.bias, interval: 0)
      if interval > 0 { passGap(gap) }
      return .used
    }
    addGapVariance(gap)
    stationarity.update(
      rate: sample.value, bias: horizon.bias, deviation: horizon.biasAccuracy,
      interval: interval, parameters: parameters)
    let isRepeating = sensors.isRateRepeating
    endedFalseStationaryPeriod = slowTurn.update(
      rate: sample.value, interval: interval,
      meanRate: isQuasiStationary && !isRepeating ? stationarity.meanRate : nil, horizon: &horizon,
      deviation: parameters.biasRestDeviation)
    if isRepeating { addRepetitionVariance(hasBegun: !wasRepeating, interval: interval) }
    strapdown.update(sample, bias: horizon.bias, interval: interval)
    squaredRate += (strapdown.rate.squaredLength - squaredRate) * (interval / (3 + interval))
    if strapdown.stepVariance > 0 { magneticFilter.addHeadingVariance(strapdown.stepVariance) }
    trackClippedTurn(interval: interval)
    return .used
  }

  /// Updates the estimate with a specific force, m/s², body frame, +g along up at rest.
  ///
  /// - Parameters:
  ///   - sample: The calibrated specific force.
  ///   - reading: The uncalibrated specific force, as for a rate.
  /// - Returns: Whether the sample was used.
  @discardableResult
  public mutating func update(
    acceleration sample: VectorSample, reading: Vector3? = nil
  ) -> SampleValidity {
    let wasStuck = sensors.isAccelerometerStuck
    guard var interval = sensors.accelerometer.admit(sample.with(reading)) else { return .refused }
    advanceTime(to: sample.time)
    guard sample.value.squaredLength > 0 else { return .excluded }
    let gap = interval + sensors.accelerometer.unmeasured
    if gap > SensorFaultDetection.longestGap {
      if gap > 2 { horizon.restart() } else { horizon.limitMemory() }
      interval = 0
    }
    check(force: sample)
    guard !sensors.isAccelerometerStuck else {
      // Without gyroscope and accelerometer the tilt is lost.
      if sensors.isGyroscopeFaulty { horizon.restart() }
      return .excluded
    }
    if wasStuck { horizon.limitMemory() }
    if sensors.accelerometer.saturation.isSaturated { horizon.addUnmeasuredRotation(0.1) }
    if !hasGyroscope { strapdown.stop() }
    sensors.gyroscopeTest.add(force: sample.value, interval: interval)
    stationarity.update(force: sample.value, interval: interval, parameters: parameters)
    slowTurn.update(force: sample.value, interval: interval)
    updateTilt(sample, interval: interval)
    return .used
  }

  /// Updates the tilt with a specific force.
  private mutating func updateTilt(_ sample: VectorSample, interval: Double) {
    // Gyroscope and accelerometer have the same latency, so that no lead is needed.
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
        meanRate: isAtRest && !isRepeating
          && (slowTurn.isProven || horizon.knownBias.isPlausible(stationarity.meanRate))
          ? stationarity.meanRate : nil,
        isForceSettled: isAtRest && stationarity.quietTime > 3 * parameters.accelerationTime),
      correctsBias: !isAtRest && !isRepeating, parameters: parameters)
  }

  /// Updates the estimate with a magnetic field, T, body frame.
  ///
  /// - Parameters:
  ///   - sample: The calibrated field.
  ///   - reading: The uncalibrated field, as for a rate.
  /// - Returns: Whether the sample was used.
  @discardableResult
  public mutating func update(
    magneticField sample: VectorSample, reading: Vector3? = nil
  ) -> SampleValidity {
    guard sensors.magnetometer.admit(sample.with(reading)) != nil else { return .refused }
    advanceTime(to: sample.time)
    guard sample.value.squaredLength > 0 else { return .excluded }
    check(field: sample)
    guard !sensors.isMagnetometerStuck else { return .excluded }
    if horizon.elapsed > 0 { updateHeading(sample) }
    // A saturated reading is no measurement.
    return sensors.magnetometer.saturation.isSaturated ? .excluded : .used
  }

  /// Updates the heading with a field.
  private mutating func updateHeading(_ sample: VectorSample) {
    if clippedTurn == nil { checkRotation(sample) }
    let interval = field.map { sample.time.seconds(since: $0.time) } ?? 0
    field = sample
    guard hasGyroscope else {
      // The attitude of the last gyroscope sample stays fixed, for tilt and for heading.
      strapdown.stop()
      endClippedTurn()
      magneticFilter.resetHeading()
      compass.update(
        sample.value, level: horizon.level * strapdown.attitude, interval: interval,
        parameters: parameters)
      return
    }
    guard !sensors.magnetometer.saturation.isSaturated else { return }
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
        isKnown: stationarity.quietTime > 0.3 || horizon.elapsed > 0.5,
        isResting: stationarity.quietTime > 0.3 && !slowTurn.isSeen,
        isAtRest: isAtRest && slowTurn.isProven,
        isRateBias: horizon.knownBias.agrees(
          with: stationarity.meanRate, deviation: parameters.biasRestDeviation),
        isQuasiStationary: stationarity.quietTime > 0.3,
        bias: horizon.knownBias, driftVariance: horizon.biasVariance(along: up), tilt: horizon.tilt,
        unmeasuredTiltVariance: horizon.unmeasuredVariance),
      parameters: parameters)
    if let bias = magneticFilter.takeRecalledBias() {
      horizon.knownBias = bias
      blockBias = bias.value
    }
    if magneticFilter.isStarted { compass.restart() }
    // A repeated field may come from a stuck magnetometer.
    if let direction = magneticFilter.direction, !sensors.isRateRepeating,
      !sensors.magnetometer.repetition.lasts(0.1)
    {
      horizon.observe(direction, parameters: parameters)
    } else {
      horizon.resetFieldReference()
    }
    if !wasStarted, magneticFilter.isStarted { resume(field: sample.value, up: up) }
    replaceRestoredField()
  }

  /// Takes a velocity from another source, such as a GNSS receiver: m/s, magnetic ENU.
  ///
  /// It removes the vehicle's acceleration from the specific force, in long turns and while the
  /// speed changes. It is used for 2.5 s, and only while the specific force contains the
  /// acceleration that it implies.
  public mutating func update(velocity: Vector3, at moment: BootTime) {
    guard horizon.elapsed > 0, magneticFilter.isStarted else { return }
    motion.update(
      velocity: velocity,
      attitude: magneticFilter.summary.north
        * (horizon.level * strapdown.attitude(at: moment, lead: 0)), at: moment)
  }

  /// Takes the gyroscope's temperature, K.
  ///
  /// The bias is extrapolated with its estimated temperature slope, and its covariance grows.
  public mutating func update(temperature value: Double) {
    temperature.update(value, filter: &horizon, parameters: parameters)
  }

  /// Advances the time without a sample, so that silent sensors are detected; an earlier time
  /// changes nothing.
  public mutating func advance(to moment: BootTime) { advanceTime(to: moment) }

  /// Sets strength and inclination of the reference field; `nil` if it is unknown.
  ///
  /// - Parameters:
  ///   - strength: Total strength, T.
  ///   - inclination: Inclination, positive down.
  ///   - isOfPlace: Whether a magnetic model gives it for this place. The field at the place of a
  ///     calibration, which may be elsewhere, reveals iron but does not constrain the tilt.
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
  /// Whether a usable gyroscope has delivered recently.
  @inline(__always)
  var hasGyroscope: Bool { sensors.hasGyroscope(at: time) }

  /// Time since a field was used, s; infinite if none was.
  var fieldSilence: Double { field.map { time.seconds(since: $0.time) } ?? .infinity }

  /// Whether gyroscope and accelerometer show a quasi-stationary period.
  private var isQuasiStationary: Bool { stationarity.quietTime >= parameters.restTime }

  /// Whether the device is at rest: quasi-stationary and not turning slowly.
  var isAtRest: Bool { isQuasiStationary && !slowTurn.isSeen }

  mutating func advanceTime(to moment: BootTime) {
    if !hasTime || moment > time { time = moment }
    hasTime = true
  }

  /// Handles a gap in the rates, in which the rotation is unknown.
  private mutating func passGap(_ interval: Double) {
    horizon.passGap(min(interval, 1e5), parameters: parameters)
    stationarity.restart()
    sensors.restartGyroscopeTests()
    // Continuous accelerometer samples have kept the tilt.
    let isLevelled = sensors.accelerometer.silence(at: time) <= SensorFaultDetection.longestGap
    if interval > 2, !isLevelled { horizon.restart() } else { horizon.limitMemory() }
    magneticFilter.resetHeading()
    horizon.addUnmeasuredRotation(0.2)
  }

  /// Adds the variance of a rotation to and fro within a gap, which its end samples do not show.
  private mutating func addGapVariance(_ interval: Double) {
    if meanInterval > 0, interval > max(0.1, 3 * meanInterval) {
      let missed = squaredRate.squareRoot() * interval
      horizon.addUnmeasuredRotation(missed)
      magneticFilter.addHeadingVariance(missed * missed)
    }
    meanInterval += (interval - meanInterval) * (meanInterval > 0 ? 0.05 : 1)
  }

  /// Adds heading variance while the gyroscope repeats its readings, so that the field determines
  /// the heading.
  private mutating func addRepetitionVariance(hasBegun: Bool, interval: Double) {
    // Undetected turns: 10°/s for up to a second, and 30°/s until the repetition is detected.
    magneticFilter.addHeadingVariance(0.03 * interval + (hasBegun ? 0.01 : 0))
    if hasBegun { horizon.addUnmeasuredRotation(0.1) }
  }
}

extension VectorSample {
  /// The sample with the value `reading`; unchanged if that is `nil`.
  @inline(__always)
  fileprivate func with(_ reading: Vector3?) -> VectorSample {
    VectorSample(time: time, value: reading ?? value)
  }
}
