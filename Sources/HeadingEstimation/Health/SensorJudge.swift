import HeadingGeometry
import HeadingSensing

/// The one judge of gyroscope, accelerometer and magnetometer: each by itself, and against the others.
///
/// By itself a sensor is refused samples that are no measurements (``SensorHealth``). Against the others it is excluded
/// where it repeats itself though the body turns (``HungVector``, ``HungGyroscope``), and a gyroscope also where field and
/// gravity refute it (``RotationCheck``). What tells is another sensor: the gyroscope judges the other two, field and
/// gravity judge the gyroscope. Where all repeat themselves for a second, and the gyroscope has shown noise at rest
/// before, all of them hang.
package struct SensorJudge: Sendable {
  /// Each sensor by itself.
  package internal(set) var gyroscope = SensorHealth(limits: .gyroscope)
  package internal(set) var accelerometer = SensorHealth(limits: .accelerometer)
  package internal(set) var magnetometer = SensorHealth(limits: .magnetometer)

  /// The gyroscope against gravity and field.
  var rotation = RotationCheck()

  // What noise and hands leave: 3 µT; a quarter of gravity, 15°.
  private var gyroscopeByField = HungGyroscope(misfit: 3e-6)
  private var gyroscopeByGravity = HungGyroscope(misfit: 2.5)
  // Above the resolution of most parts: 0.3 µT; 0.5 m/s², 3°.
  private var fieldByGyroscope = HungVector(resolution: 0.3e-6)
  private var forceByGyroscope = HungVector(resolution: 0.5)
  /// Fresh rates at rest, counted to ``noisy``.
  private var newRatesAtRest = 0

  /// A gyroscope that has said something new so often at rest has noise.
  private static let noisy = 100

  /// What the gyroscope knows, by which the others are judged.
  struct Motion {
    /// Body to the gyroscope's frame; `nil` where no gyroscope knows.
    var attitude: Quaternion?
    /// The same as the gyroscope has carried it, whether it is believed or not.
    var carried: Quaternion
    /// Angular rate, rad/s, body frame.
    var rate: Vector3
    /// 1σ of the gyroscope's offset that is left, rad/s.
    var drift: Double
  }
}

extension SensorJudge {
  // Inlined, because Swift 6.3 copies the whole structure for a call that only reads it.

  /// Whether the gyroscope must not be used: it repeats itself, or gravity and field refute it.
  @inline(__always)
  var isGyroscopeFaulty: Bool { isGyroscopeHung || rotation.isRefuted }

  /// Whether the gyroscope repeats itself though the body turns.
  @inline(__always)
  var isGyroscopeHung: Bool {
    gyroscopeByField.isHung || gyroscopeByGravity.isHung || isDeviceHung
  }

  /// Whether the accelerometer does; its chip is often the gyroscope's.
  @inline(__always)
  var isAccelerometerHung: Bool {
    forceByGyroscope.isHung || (accelerometer.repetition.lasts(0.2) && isGyroscopeHung)
  }

  /// Whether the magnetometer does.
  @inline(__always)
  var isMagnetometerHung: Bool { fieldByGyroscope.isHung }

  /// Whether all sensors repeat themselves though they are no ideal ones.
  @inline(__always)
  private var isDeviceHung: Bool {
    gyroscope.repetition.lasts(1) && newRatesAtRest >= Self.noisy
      && accelerometer.repetition.lasts(1)
      && (magnetometer.last == nil || magnetometer.repetition.lasts(1))
  }

  /// Whether the gyroscope repeats itself, so that it knows nothing of its offset and perhaps nothing of the turn.
  ///
  /// Where all sensors do, they are ideal.
  @inline(__always)
  var isRateRepeating: Bool {
    gyroscope.repetition.lasts(0.2)
      && !(accelerometer.repetition.lasts(0.2) && magnetometer.repetition.lasts(0.2))
  }

  /// Whether the magnetometer, or an axis of it, has repeated itself since its first sample.
  var isMagnetometerDead: Bool {
    guard isMagnetometerHung, let first = magnetometer.firstTime else { return false }
    return fieldByGyroscope.hungSince.seconds(since: first) < 0.1
  }

  /// Whether a gyroscope that may be believed has delivered lately.
  @inline(__always)
  func hasGyroscope(at time: BootTime) -> Bool {
    !isGyroscopeFaulty && gyroscope.silence(at: time) <= Self.longestGap
  }

  /// A gap longer than this, s, loses the turn: at 1 Hz nothing is left of a gyroscope.
  static let longestGap = 0.5
}

extension SensorJudge {
  /// Takes note of a rate that was admitted; `isCalm` says whether the device lies still.
  @inline(__always)
  mutating func judgeRate(isCalm: Bool) {
    guard gyroscope.isFresh else { return }
    if !gyroscope.isAxisRepeating {
      gyroscopeByField.restart()
      gyroscopeByGravity.restart()
    }
    if isCalm, newRatesAtRest < Self.noisy { newRatesAtRest += 1 }
  }

  /// Judges the accelerometer, or the gyroscope where it contradicts gravity by repeating itself.
  mutating func judge(force sample: VectorSample, motion: Motion) {
    forceByGyroscope.update(
      sample, axes: accelerometer.axes, attitude: motion.attitude, drift: motion.drift)
    guard accelerometer.isFresh, isGyroscopeRepeating(at: sample.time) else { return }
    // In a turn about the vertical the force across it is the turn's own, and stays where it is in the body.
    if motion.rate.length > 0.05, let axis = motion.rate.direction,
      abs(abs(sample.value.dot(axis)) - PhysicalConstants.standardGravity) < 0.5
    {
      return
    }
    gyroscopeByGravity.update(
      sample, attitude: motion.carried, rate: gyroscope.isFresh ? motion.rate.length : 0)
    if gyroscopeByGravity.isHung { refuteAxis(at: sample.time) }
  }

  /// What one axis of the gyroscope has missed is found again as after any other fault of it.
  private mutating func refuteAxis(at time: BootTime) {
    guard gyroscope.isFresh else { return }
    rotation.refute(at: time)
    missTurn()
  }

  /// Judges the magnetometer, or the gyroscope where it contradicts the field by repeating itself.
  ///
  /// - Returns: Whether the field has just shown that the gyroscope hangs.
  mutating func judge(field sample: VectorSample, motion: Motion) -> Bool {
    fieldByGyroscope.update(
      sample, axes: magnetometer.axes, attitude: motion.attitude, drift: motion.drift)
    guard magnetometer.isFresh, isGyroscopeRepeating(at: sample.time) else { return false }
    gyroscopeByField.update(
      sample, attitude: motion.carried, rate: gyroscope.isFresh ? motion.rate.length : 0)
    guard gyroscopeByField.isHung else { return false }
    refuteAxis(at: sample.time)
    return true
  }

  /// Whether the gyroscope is used and repeats itself, wholly or on an axis, up to this moment.
  @inline(__always)
  private func isGyroscopeRepeating(at time: BootTime) -> Bool {
    gyroscope.isRepeating && hasGyroscope(at: time) && gyroscope.isCurrent(at: time)
  }

  /// Says that a turn may have been missed: what field and force were before tells nothing of the gyroscope.
  mutating func missTurn() {
    gyroscopeByField.restart()
    gyroscopeByGravity.restart()
  }

  /// Says that fields are calibrated otherwise from now on.
  mutating func restartField() {
    fieldByGyroscope.restart()
    gyroscopeByField.restart()
  }

  /// Says that specific forces are calibrated otherwise from now on.
  mutating func restartForce() {
    forceByGyroscope.restart()
    gyroscopeByGravity.restart()
  }

  /// Takes note of what a source says about a sensor.
  mutating func note(_ status: SensorStatus) {
    switch status.sensor {
    case .gyroscope: gyroscope.note(status.state)
    case .accelerometer: accelerometer.note(status.state)
    case .magnetometer: magnetometer.note(status.state)
    case .barometer, .compass, .gnss: break
    }
  }

  /// What is wrong with the sensors at a moment.
  @inline(__always)
  func reasons(at time: BootTime) -> Reasons {
    var reasons = gyroscope.reasons(
      at: time, missing: .gyroscopeMissing, stale: .gyroscopeStale, stuck: .gyroscopeStuck)
    reasons.formUnion(
      accelerometer.reasons(
        at: time, missing: .accelerometerMissing, stale: .accelerometerStale,
        stuck: .accelerometerStuck))
    reasons.formUnion(
      magnetometer.reasons(
        at: time, missing: .magnetometerMissing, stale: .magnetometerStale,
        stuck: .magnetometerStuck))
    if isGyroscopeHung || (rotation.isRefuted && gyroscope.isAxisRepeating) {
      reasons.formUnion([.sensorStuck, .gyroscopeStuck])
    }
    if rotation.isRefuted { reasons.insert(.rateImplausible) }
    if isAccelerometerHung { reasons.formUnion([.sensorStuck, .accelerometerStuck]) }
    if isMagnetometerHung { reasons.formUnion([.sensorStuck, .magnetometerStuck]) }
    return reasons
  }
}
