import HeadingGeometry
public import HeadingSensing

extension OrientationEstimator {
  /// The gyroscope's motion, on which the tests of the other sensors rely.
  @inline(__always)
  private var judgingMotion: SensorJudge.Motion {
    SensorJudge.Motion(
      attitude: hasGyroscope && !sensors.isRateRepeating ? strapdown.attitude : nil,
      carried: strapdown.attitude, rate: strapdown.rate, drift: horizon.biasAccuracy)
  }

  /// Records the status of a sensor reported by its source, such as absent.
  public mutating func note(_ status: SensorStatus) { sensors.note(status) }

  /// Sensor faults at a time; reading changes nothing, see ``attitude``.
  package mutating func sensorReasons(at moment: BootTime) -> Reasons {
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
  private static let longestDoubt = 10.0

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
    sensors.rotation.update(
      field: sample.value - summary.hardIron, at: sample.time,
      attitude: isCarried ? attitude : nil, expected: magneticFilter.localField,
      allowance: summary.terms.total + (2 * horizon.tilt.variance).squareRoot(),
      isForeign: magneticFilter.formerIron != nil
        && magneticFilter.disturbedTime > Self.longestDoubt)
    guard sensors.rotation.isContradicted else {
      backUpBias(after: elapsed)
      return
    }
    abandonAttitude()
  }

  /// Restarts tilt and heading after a gyroscope fault, with the bias from before the fault.
  private mutating func abandonAttitude() {
    if let before = biasBackups.1 { horizon.knownBias = before }
    horizon.restart()
    horizon.loseTurn(0.5)
    rest.restart()
    magneticFilter.loseHeading()
    northFilter.restart()
  }

  /// Backs up the gyroscope bias, because a fault corrupts it until it is detected.
  private mutating func backUpBias(after interval: Double) {
    guard !sensors.rotation.isRefuted else { return }
    backupAge += interval
    guard backupAge > 3 else { return }
    backupAge = 0
    biasBackups = (horizon.knownBias, biasBackups.0)
  }

  /// Tests the accelerometer with its newest sample.
  mutating func judge(force sample: VectorSample) {
    let wasRefuted = sensors.rotation.isRefuted
    sensors.judge(force: sample, motion: judgingMotion)
    if sensors.rotation.isRefuted, !wasRefuted { abandonAttitude() }
  }

  /// Tests the magnetometer with its newest sample.
  mutating func judge(field sample: VectorSample) {
    let wasHung = sensors.isMagnetometerHung
    let wasRefuted = sensors.rotation.isRefuted
    // A stuck gyroscope at full scale has rotated the tilt away.
    if sensors.judge(field: sample, motion: judgingMotion), horizon.tilt.variance > 0.04 {
      horizon.restart()
    }
    if sensors.rotation.isRefuted, !wasRefuted { abandonAttitude() }
    if !wasHung, sensors.isMagnetometerDead {
      // It has never worked, so that there is no heading to hold.
      magneticFilter.restart(parameters: parameters)
      northFilter.restart()
    }
    guard sensors.magnetometer.isFresh else {
      if sensors.magnetometer.repetition.lasts(0.1), sensors.isRateRepeating {
        blindField = sample.value
      }
      return
    }
    // The body has rotated unmeasured: only the field determines the heading.
    if let blindField, (sample.value - blindField).length > 2e-6 { magneticFilter.loseHeading() }
    blindField = nil
  }
}
