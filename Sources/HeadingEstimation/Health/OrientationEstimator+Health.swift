import HeadingGeometry
public import HeadingSensing

extension OrientationEstimator {
  /// What the gyroscope knows, by which the others are judged.
  @inline(__always)
  private var judgingMotion: SensorJudge.Motion {
    SensorJudge.Motion(
      attitude: hasGyroscope && !sensors.isRateRepeating ? strapdown.attitude : nil,
      carried: strapdown.attitude, rate: strapdown.rate, drift: horizon.biasAccuracy)
  }

  /// Takes note of what a source says about a sensor, such as that it is not there.
  public mutating func note(_ status: SensorStatus) { sensors.note(status) }

  /// What is wrong with the sensors at a moment; reading changes nothing, see ``attitude``.
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

  /// Where the device's iron has changed, a field that has been disturbed for longer, s, tells nothing of the gyroscope.
  private static let longestDoubt = 10.0

  /// An accelerometer that says less, m/s², falls or is wrongly scaled.
  private static let weightless = 3.0

  /// Departure from gravity at rest, as a share, that no place and no calibrated accelerometer has.
  private static let implausibleStrain = 0.25

  /// Holds the attitude that the gyroscope carries against the one that gravity and field show.
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

  /// A fault of the gyroscope has turned the attitude: horizon and heading are found anew, with the bias from before.
  private mutating func abandonAttitude() {
    if let before = biasBackups.1 { horizon.knownBias = before }
    horizon.restart()
    horizon.loseTurn(0.5)
    rest.restart()
    magneticFilter.loseHeading()
    northFilter.restart()
  }

  /// Keeps the gyroscope's bias as it was some seconds ago: a fault has been learnt from until it was detected.
  private mutating func backUpBias(after interval: Double) {
    guard !sensors.rotation.isRefuted else { return }
    backupAge += interval
    guard backupAge > 3 else { return }
    backupAge = 0
    biasBackups = (horizon.knownBias, biasBackups.0)
  }

  /// Judges the accelerometer by what it has just said.
  mutating func judge(force sample: VectorSample) {
    let wasRefuted = sensors.rotation.isRefuted
    sensors.judge(force: sample, motion: judgingMotion)
    if sensors.rotation.isRefuted, !wasRefuted { abandonAttitude() }
  }

  /// Judges the magnetometer by what it has just said.
  mutating func judge(field sample: VectorSample) {
    let wasHung = sensors.isMagnetometerHung
    let wasRefuted = sensors.rotation.isRefuted
    // At its rail the gyroscope has carried the horizon away.
    if sensors.judge(field: sample, motion: judgingMotion), horizon.tilt.variance > 0.04 {
      horizon.restart()
    }
    if sensors.rotation.isRefuted, !wasRefuted { abandonAttitude() }
    if !wasHung, sensors.isMagnetometerDead {
      // It has never been alive: there is no heading to hold.
      magneticFilter.restart(parameters: parameters)
      northFilter.restart()
    }
    guard sensors.magnetometer.isFresh else {
      if sensors.magnetometer.repetition.lasts(0.1), sensors.isRateRepeating {
        blindField = sample.value
      }
      return
    }
    // Turned unseen: the field alone knows where to.
    if let blindField, (sample.value - blindField).length > 2e-6 { magneticFilter.loseHeading() }
    blindField = nil
  }
}
