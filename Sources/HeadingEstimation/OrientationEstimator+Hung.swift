import HeadingGeometry
public import HeadingSensing

extension OrientationEstimator {
  /// Whether a gyroscope, accelerometer or magnetometer repeats itself while the body turns: then it is not used.
  ///
  /// What tells is another sensor: the gyroscope judges the other two, field and gravity judge the gyroscope. Where all
  /// repeat themselves for a second, and the gyroscope has shown noise at rest before, all of them hang. Reading changes
  /// nothing, see ``attitude``.
  public mutating func isHung(_ sensor: SensorKind) -> Bool {
    switch sensor {
    case .gyroscope: isGyroscopeFaulty
    case .accelerometer: isAccelerometerHung
    case .magnetometer: hungMagnetometer.isHung
    case .barometer, .compass, .gnss: false
    }
  }

  // Inlined, because Swift 6.3 copies the whole structure for a call that only reads it.

  /// Whether the gyroscope must not be used: it repeats itself, or gravity and field refute it.
  @inline(__always)
  var isGyroscopeFaulty: Bool { isGyroscopeHung || rotationCheck.isRefuted }

  @inline(__always)
  var isGyroscopeHung: Bool {
    hungGyroscopeByField.isHung || hungGyroscopeByGravity.isHung || isDeviceHung
  }

  /// Its chip is often the gyroscope's.
  @inline(__always)
  var isAccelerometerHung: Bool {
    hungAccelerometer.isHung || (forceRepetition.lasts(0.2) && isGyroscopeHung)
  }

  /// Whether all sensors repeat themselves though they are no ideal ones.
  @inline(__always)
  private var isDeviceHung: Bool {
    rateRepetition.lasts(1) && isRateNoisy && forceRepetition.lasts(1)
      && (fieldRepetition.since == nil || fieldRepetition.lasts(1))
  }

  /// Whether the gyroscope repeats itself, so that it knows nothing of its offset and perhaps nothing of the turn.
  ///
  /// Where all sensors do, they are ideal.
  @inline(__always)
  var isRateRepeating: Bool {
    rateRepetition.lasts(0.2) && !(forceRepetition.lasts(0.2) && fieldRepetition.lasts(0.2))
  }

  /// Whether the gyroscope has said something new again and again at rest, as noise makes it do.
  @inline(__always)
  private var isRateNoisy: Bool { newRatesAtRest >= 100 }

  /// The attitude by which a sensor that repeats itself is judged; `nil` where no gyroscope knows.
  @inline(__always)
  private var judgingAttitude: Quaternion? {
    hasGyroscope && !isRateRepeating ? strapdown.attitude : nil
  }

  /// Takes note of what the gyroscope says; whether it is something new.
  mutating func judge(rate sample: VectorSample) {
    guard rateRepetition.update(sample) else { return }
    hungGyroscopeByField.restart()
    hungGyroscopeByGravity.restart()
    if rest.calmTime > 0.3, newRatesAtRest < 100 { newRatesAtRest += 1 }
  }

  /// Finds out whether the accelerometer hangs, or the gyroscope where it contradicts gravity by repeating itself.
  mutating func judge(force sample: VectorSample) {
    hungAccelerometer.update(
      sample, attitude: judgingAttitude, drift: horizon.biasAccuracy)
    guard forceRepetition.update(sample), rateRepetition.lasts(0), hasGyroscope else { return }
    let rate = strapdown.rate
    // In a turn about the vertical the force across it is the turn's own, and stays where it is in the body.
    if rate.length > 0.05, let axis = rate.direction,
      abs(abs(sample.value.dot(axis)) - PhysicalConstants.standardGravity) < 0.5
    {
      return
    }
    hungGyroscopeByGravity.update(sample, rate: rate)
  }

  /// Holds the attitude that the gyroscope carries against the one that gravity and field show.
  mutating func checkRotation(_ sample: VectorSample) {
    let elapsed = checkTime.map { sample.time.seconds(since: $0) } ?? .infinity
    guard elapsed >= MagneticBlock.length else { return }
    checkTime = sample.time
    if elapsed > 1 || biasBackups.0 == nil { biasBackups = (horizon.knownBias, horizon.knownBias) }
    let summary = magneticFilter.summary
    let lead = parameters.inertialLatency - parameters.magnetometerLatency
    let attitude = horizon.level * strapdown.attitude(at: sample.time, lead: lead)
    // While the iron is open, the field tells nothing of the gyroscope.
    let isCarried =
      hasGyroscope && magneticFilter.isStarted && summary.hardIronDeviation < Self.knownIron
    rotationCheck.update(
      field: sample.value - summary.hardIron, at: sample.time,
      attitude: isCarried ? attitude : nil, expected: magneticFilter.localField,
      allowance: summary.terms.total + (2 * horizon.tilt.variance).squareRoot())
    guard rotationCheck.isContradicted else {
      backUpBias(after: elapsed)
      return
    }
    if let before = biasBackups.1 { horizon.knownBias = before }
    horizon.restart()
    horizon.loseTurn(0.5)
    rest.restart()
    // What was learnt of the iron may be the fault's; without a calibration it is all there is.
    if parameters.isCalibrated {
      magneticFilter.restart(parameters: parameters)
    } else {
      magneticFilter.loseHeading()
    }
    northFilter.restart()
  }

  /// A hard iron that is known this well, T, turns no field by 20°.
  private static let knownIron = 3e-6

  /// Keeps the gyroscope's bias as it was some seconds ago: a fault has been learnt from until it was detected.
  private mutating func backUpBias(after interval: Double) {
    guard !rotationCheck.isRefuted else { return }
    backupAge += interval
    guard backupAge > 3 else { return }
    backupAge = 0
    biasBackups = (horizon.knownBias, biasBackups.0)
  }

  /// Finds out whether the magnetometer hangs, or the gyroscope where it contradicts the field by repeating itself.
  mutating func judge(field sample: VectorSample) {
    let wasHung = hungMagnetometer.isHung
    hungMagnetometer.update(
      sample, attitude: judgingAttitude, drift: horizon.biasAccuracy)
    if firstFieldTime == nil { firstFieldTime = sample.time }
    if hungMagnetometer.isHung, !wasHung, let first = firstFieldTime,
      hungMagnetometer.hungSince.seconds(since: first) < 0.1
    {
      // It has never been alive: there is no heading to hold.
      magneticFilter.restart(parameters: parameters)
      northFilter.restart()
      firstFieldTime = sample.time
    }
    guard fieldRepetition.update(sample) else {
      if fieldRepetition.lasts(0.1), isRateRepeating { blindField = sample.value }
      return
    }
    // Turned unseen: the field alone knows where to.
    if let blindField, (sample.value - blindField).length > 2e-6 { magneticFilter.loseHeading() }
    blindField = nil
    guard rateRepetition.lasts(0), hasGyroscope else { return }
    hungGyroscopeByField.update(sample, rate: strapdown.rate)
    // At its rail it has carried the horizon away.
    if hungGyroscopeByField.isHung, horizon.tilt.variance > 0.04 { horizon.restart() }
  }
}
