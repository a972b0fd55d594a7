import HeadingGeometry
import HeadingSensing

/// Fault detection and exclusion for gyroscope, accelerometer and magnetometer.
///
/// Each sensor refuses samples that are not measurements (``SensorHealth``). A sensor is excluded
/// if it repeats its readings while the body rotates (``StuckSensorTest``, ``StuckGyroscopeTest``),
/// and a gyroscope also if field and gravity contradict it (``GyroscopeFaultTest``). The gyroscope
/// tests the other two sensors; field and gravity test the gyroscope. If all repeat for a second,
/// and the gyroscope has shown noise at rest before, all are stuck.
package struct SensorFaultDetection: Sendable {
  /// The single-sensor checks.
  package internal(set) var gyroscope = SensorHealth(limits: .gyroscope)
  package internal(set) var accelerometer = SensorHealth(limits: .accelerometer)
  package internal(set) var magnetometer = SensorHealth(limits: .magnetometer)

  /// The gyroscope against gravity and field.
  var gyroscopeTest = GyroscopeFaultTest()

  // Above noise and hand tremor: 3 µT; a quarter of gravity, 15°.
  private var gyroscopeByField = StuckGyroscopeTest(threshold: 3e-6)
  private var gyroscopeByGravity = StuckGyroscopeTest(threshold: 2.5)
  // Above the resolution of most sensors: 0.3 µT; 0.5 m/s², 3°.
  private var fieldByGyroscope = StuckSensorTest(resolution: 0.3e-6)
  private var forceByGyroscope = StuckSensorTest(resolution: 0.5)
  /// Number of new rates at rest, up to ``noisy``.
  private var newRatesAtRest = 0

  /// Number of new rates at rest that proves gyroscope noise.
  private static let noisy = 100

  /// The gyroscope's motion, on which the tests of the other sensors rely.
  struct Motion {
    /// Body to the gyroscope's frame; `nil` without a usable gyroscope.
    var attitude: Quaternion?
    /// Body to the gyroscope's frame as integrated, whether usable or not.
    var carried: Quaternion
    /// Angular rate, rad/s, body frame.
    var rate: Vector3
    /// 1σ of the remaining gyroscope bias, rad/s.
    var drift: Double
  }
}

extension SensorFaultDetection {
  // Inlined, because Swift 6.3 copies the whole structure for a call that only reads it.

  /// Whether the gyroscope is excluded: stuck, or contradicted by gravity and field.
  @inline(__always)
  var isGyroscopeFaulty: Bool { isGyroscopeStuck || gyroscopeTest.isExcluded }

  /// Whether the gyroscope is stuck: it repeats while the body rotates.
  @inline(__always)
  var isGyroscopeStuck: Bool {
    gyroscopeByField.isStuck || gyroscopeByGravity.isStuck || isDeviceStuck
  }

  /// Whether the accelerometer is stuck; it often shares a chip with the gyroscope.
  @inline(__always)
  var isAccelerometerStuck: Bool {
    forceByGyroscope.isStuck || (accelerometer.repetition.lasts(0.2) && isGyroscopeStuck)
  }

  /// Whether the magnetometer is stuck.
  @inline(__always)
  var isMagnetometerStuck: Bool { fieldByGyroscope.isStuck }

  /// Whether all sensors are stuck, though not noise-free.
  @inline(__always)
  private var isDeviceStuck: Bool {
    gyroscope.repetition.lasts(1) && newRatesAtRest >= Self.noisy
      && accelerometer.repetition.lasts(1)
      && (magnetometer.last == nil || magnetometer.repetition.lasts(1))
  }

  /// Whether the gyroscope repeats, so that bias and perhaps rotation are not observable.
  ///
  /// If all sensors repeat, they are noise-free.
  @inline(__always)
  var isRateRepeating: Bool {
    gyroscope.repetition.lasts(0.2)
      && !(accelerometer.repetition.lasts(0.2) && magnetometer.repetition.lasts(0.2))
  }

  /// Whether the magnetometer, or an axis of it, has repeated since its first sample.
  var isMagnetometerDead: Bool {
    guard isMagnetometerStuck, let first = magnetometer.firstTime else { return false }
    return fieldByGyroscope.stuckSince.seconds(since: first) < 0.1
  }

  /// Whether a usable gyroscope has delivered recently.
  @inline(__always)
  func hasGyroscope(at time: BootTime) -> Bool {
    !isGyroscopeFaulty && gyroscope.silence(at: time) <= Self.longestGap
  }

  /// Whether the readings of all sensors are late for good.
  ///
  /// Their clock has stepped back, or one stamp was far ahead: nothing that is measured is used.
  @inline(__always)
  package var isStalled: Bool {
    max(gyroscope.lateRun, accelerometer.lateRun, magnetometer.lateRun) >= Self.longestLateRun
      && (gyroscope.last == nil || gyroscope.lateRun > 0)
      && (accelerometer.last == nil || accelerometer.lateRun > 0)
      && (magnetometer.last == nil || magnetometer.lateRun > 0)
  }

  /// Readings that a delayed batch of one sensor may have behind those of the others.
  private static let longestLateRun: UInt64 = 50

  /// Gap that makes the rotation unknown, s: at 1 Hz a gyroscope is useless.
  static let longestGap = 0.5
}

extension SensorFaultDetection {
  /// Checks an accepted rate; `isQuasiStationary`: whether the device is quasi-stationary.
  @inline(__always)
  mutating func checkRate(isQuasiStationary: Bool) {
    guard gyroscope.isFresh else { return }
    if !gyroscope.isAxisRepeating {
      gyroscopeByField.restart()
      gyroscopeByGravity.restart()
    }
    if isQuasiStationary, newRatesAtRest < Self.noisy { newRatesAtRest += 1 }
  }

  /// Tests the accelerometer, or a repeating gyroscope against gravity.
  mutating func check(force sample: VectorSample, motion: Motion) {
    forceByGyroscope.update(
      sample, axes: accelerometer.axes, attitude: motion.attitude, drift: motion.drift)
    guard accelerometer.isFresh, isGyroscopeRepeating(at: sample.time) else { return }
    // In a turn about the vertical the centripetal force is constant in the body frame.
    if motion.rate.length > 0.05, let axis = motion.rate.direction,
      abs(abs(sample.value.dot(axis)) - PhysicalConstants.standardGravity) < 0.5
    {
      return
    }
    gyroscopeByGravity.update(
      sample, attitude: motion.carried, rate: gyroscope.isFresh ? motion.rate.length : 0)
    if gyroscopeByGravity.isStuck { excludeGyroscope(at: sample.time) }
  }

  /// Excludes a gyroscope with a stuck axis; the attitude is estimated anew as after any gyroscope
  /// fault.
  private mutating func excludeGyroscope(at time: BootTime) {
    guard gyroscope.isFresh else { return }
    gyroscopeTest.exclude(at: time)
    restartGyroscopeTests()
  }

  /// Tests the magnetometer, or a repeating gyroscope against the field.
  ///
  /// - Returns: Whether the field has just proved the gyroscope stuck.
  mutating func check(field sample: VectorSample, motion: Motion) -> Bool {
    fieldByGyroscope.update(
      sample, axes: magnetometer.axes, attitude: motion.attitude, drift: motion.drift)
    guard magnetometer.isFresh, isGyroscopeRepeating(at: sample.time) else { return false }
    gyroscopeByField.update(
      sample, attitude: motion.carried, rate: gyroscope.isFresh ? motion.rate.length : 0)
    guard gyroscopeByField.isStuck else { return false }
    excludeGyroscope(at: sample.time)
    return true
  }

  /// Whether the gyroscope is used and repeats, wholly or on an axis, up to this time.
  @inline(__always)
  private func isGyroscopeRepeating(at time: BootTime) -> Bool {
    gyroscope.isRepeating && hasGyroscope(at: time) && gyroscope.isCurrent(at: time)
  }

  /// Restarts the gyroscope tests, because a rotation may be unmeasured and earlier fields and
  /// forces are not comparable.
  mutating func restartGyroscopeTests() {
    gyroscopeByField.restart()
    gyroscopeByGravity.restart()
  }

  /// Restarts the field tests after a change of the magnetometer calibration.
  mutating func restartField() {
    fieldByGyroscope.restart()
    gyroscopeByField.restart()
  }

  /// Restarts the force tests after a change of the accelerometer calibration.
  mutating func restartForce() {
    forceByGyroscope.restart()
    gyroscopeByGravity.restart()
  }

  /// Records the status of a sensor reported by its source.
  mutating func note(_ status: SensorStatus) {
    switch status.sensor {
    case .gyroscope: gyroscope.note(status.state)
    case .accelerometer: accelerometer.note(status.state)
    case .magnetometer: magnetometer.note(status.state)
    case .barometer, .compass, .gnss: break
    }
  }

  /// The faults of the sensors at a time.
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
    if isGyroscopeStuck || (gyroscopeTest.isExcluded && gyroscope.isAxisRepeating) {
      reasons.formUnion([.sensorStuck, .gyroscopeStuck])
    }
    if gyroscopeTest.isExcluded { reasons.insert(.rateImplausible) }
    if isAccelerometerStuck { reasons.formUnion([.sensorStuck, .accelerometerStuck]) }
    if isMagnetometerStuck { reasons.formUnion([.sensorStuck, .magnetometerStuck]) }
    return reasons
  }
}
