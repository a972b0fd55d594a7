import HeadingGeometry
public import HeadingSensing

extension OrientationEstimator {
  /// The gyroscope's motion, on which the tests of the other sensors rely.
  @inline(__always)
  private var gyroscopeMotion: SensorFaultDetection.Motion {
    SensorFaultDetection.Motion(
      attitude: hasGyroscope && !sensors.isRateRepeating ? strapdown.attitude : nil,
      carried: strapdown.attitude, rate: strapdown.rate, drift: horizon.biasAccuracy)
  }

  /// Records the status of a sensor reported by its source, such as absent.
  public mutating func note(_ status: SensorStatus) { sensors.note(status) }

  /// The sensor faults at a time.
  package func sensorReasons(at moment: BootTime) -> Reasons {
    var reasons = sensors.reasons(at: moment)
    let force = horizon.meanForce.length
    if horizon.elapsed > 0,
      force < Self.weightless || (isAtRest && horizon.strain > Self.implausibleStrain)
    {
      reasons.insert(.gravityImplausible)
    }
    return reasons
  }

  /// Duration of a disturbance after a hard-iron change, s, beyond which the field is no evidence
  /// against the gyroscope.
  private static let longestEvidence = 10.0

  /// Specific force, m/s², below which the accelerometer is in free fall or wrongly scaled.
  private static let weightless = 3.0

  /// Relative deviation from gravity at rest that no place and no calibrated accelerometer has.
  private static let implausibleStrain = 0.25

  /// Compares the attitude integrated from the gyroscope with gravity and field.
  mutating func checkRotation(_ sample: VectorSample) {
    let elapsed = checkTime.map { sample.time.seconds(since: $0) } ?? .infinity
    guard elapsed >= MagneticBlock.length else { return }
    checkTime = sample.time
    if elapsed > 1 || biasBackups.0 == nil { biasBackups = (horizon.knownBias, horizon.knownBias) }
    let summary = magneticFilter.summary
    let lead = parameters.inertialLatency - parameters.magnetometerLatency
    let attitude = horizon.level * strapdown.attitude(at: sample.time, lead: lead)
    let isCarried = hasGyroscope && magneticFilter.isStarted
    sensors.gyroscopeTest.update(
      field: sample.value - summary.hardIron, at: sample.time,
      attitude: isCarried ? attitude : nil, expected: magneticFilter.localField,
      allowance: summary.terms.total + (2 * horizon.tilt.variance).squareRoot(),
      isForeign: magneticFilter.formerIron != nil
        && magneticFilter.disturbedTime > Self.longestEvidence)
    guard sensors.gyroscopeTest.isNewlyExcluded else {
      backUpBias(after: elapsed)
      return
    }
    restartAttitude()
  }

  /// Restarts tilt and heading after a gyroscope fault, with the bias from before the fault.
  private mutating func restartAttitude() {
    if let before = biasBackups.1 { horizon.knownBias = before }
    horizon.restart()
    horizon.addUnmeasuredRotation(0.5)
    stationarity.restart()
    magneticFilter.resetHeading()
    compass.restart()
  }

  /// Backs up the gyroscope bias, because a fault corrupts it until it is detected.
  private mutating func backUpBias(after interval: Double) {
    guard !sensors.gyroscopeTest.isExcluded else { return }
    backupAge += interval
    guard backupAge > 3 else { return }
    backupAge = 0
    biasBackups = (horizon.knownBias, biasBackups.0)
  }

  /// Tests the accelerometer with its newest sample.
  mutating func check(force sample: VectorSample) {
    let wasExcluded = sensors.gyroscopeTest.isExcluded
    sensors.check(force: sample, motion: gyroscopeMotion)
    if sensors.gyroscopeTest.isExcluded, !wasExcluded { restartAttitude() }
  }

  /// Tests the magnetometer with its newest sample.
  mutating func check(field sample: VectorSample) {
    let wasStuck = sensors.isMagnetometerStuck
    let wasExcluded = sensors.gyroscopeTest.isExcluded
    // A stuck gyroscope at full scale has rotated the tilt away.
    if sensors.check(field: sample, motion: gyroscopeMotion), horizon.tilt.variance > 0.04 {
      horizon.restart()
    }
    if sensors.gyroscopeTest.isExcluded, !wasExcluded { restartAttitude() }
    if !wasStuck, sensors.isMagnetometerDead {
      // It has never worked, so that there is no heading to hold.
      magneticFilter.restart(parameters: parameters)
      compass.restart()
    }
    guard sensors.magnetometer.isFresh else {
      if sensors.magnetometer.repetition.lasts(0.1), sensors.isRateRepeating {
        blindField = sample.value
      }
      return
    }
    // The body has rotated unmeasured: only the field determines the heading.
    if let blindField, (sample.value - blindField).length > 2e-6 { magneticFilter.resetHeading() }
    blindField = nil
  }
}
