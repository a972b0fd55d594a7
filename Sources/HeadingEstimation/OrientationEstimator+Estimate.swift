public import HeadingGeometry
import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// The attitude alone, body to magnetic ENU, as ``estimate`` has it.
  ///
  /// The sensors are late: it is carried forward to the moment of their time stamp. Reading changes nothing; it is
  /// declared to mutate because Swift 6.3 copies a large structure before it reads from it otherwise.
  public var attitude: Quaternion {
    mutating get {
      let isGyroscopic = hasGyroscope
      let isNorthOwn = northFilter.isStarted && !(isGyroscopic && magneticFilter.isStarted)
      return (isNorthOwn ? northFilter.north : magneticFilter.summary.north)
        * (horizon.level
          * strapdown.attitude(at: time, lead: isGyroscopic ? parameters.inertialLatency : 0))
    }
  }

  /// What is known at the newest moment; reading changes nothing, see ``attitude``.
  public var estimate: OrientationEstimate {
    mutating get { currentEstimate() }
  }

  private mutating func currentEstimate() -> OrientationEstimate {
    let isInitialized = horizon.elapsed > 0
    let isGyroscopic = hasGyroscope
    let magnetic = magneticFilter.summary
    let hasModel = magneticFilter.isStarted
    // Where a gyroscope has just come, the compass's heading serves until the model has its first block.
    let isNorthOwn = northFilter.isStarted && !(isGyroscopic && hasModel)
    let hasNorth = isInitialized && (isGyroscopic && hasModel || northFilter.isStarted)
    let tiltDeviation =
      isInitialized
      ? tiltDeviation(hasGyroscope: isGyroscopic) : .pi
    let isDisturbed = hasNorth && !isNorthOwn && magnetic.isDisturbed
    let silence = max(0, min(fieldSilence, 1e6))
    var terms = HeadingErrorTerms()
    if hasNorth {
      terms =
        !isNorthOwn
        ? heldTerms(magnetic.terms, silence: silence)
        : compassTerms(tilt: tiltDeviation, silence: silence)
      terms.scale(by: Self.share68)
    }
    let bound = hasNorth ? terms.total : .pi
    return OrientationEstimate(
      time: time,
      attitude: attitude,
      rotationRate: isGyroscopic ? strapdown.rate : .zero,
      gyroscopeBias: horizon.bias, gyroscopeBiasAccuracy: horizon.biasAccuracy,
      onlineHardIron: hasModel ? magnetic.hardIron : nil,
      onlineHardIronAccuracy: hasModel ? magnetic.hardIronDeviation : nil,
      magnetometerLatency: hasModel ? magnetic.latency : nil,
      fieldStrength: hasNorth ? (isNorthOwn ? northFilter.strength : magnetic.strength) : nil,
      fieldInclination: hasNorth
        ? Angle(radians: isNorthOwn ? northFilter.inclination : magnetic.inclination) : nil,
      headingErrorTerms: terms,
      heading68: Angle(radians: min(bound, .pi)),
      heading95: Angle(radians: min(bound * (Self.share95 / Self.share68), .pi)),
      tiltAccuracy: Angle(radians: tiltDeviation), isInitialized: isInitialized,
      hasNorth: hasNorth, isAtRest: isAtRest, isDisturbed: isDisturbed,
      reasons: reasons(
        isInitialized: isInitialized, hasNorth: hasNorth, isDisturbed: isDisturbed))
  }

  /// 1σ of the direction of up, rad: the filter's, the accelerometer's own offset, and a hand's tremor where no gyroscope
  /// averages it out.
  private mutating func tiltDeviation(hasGyroscope: Bool) -> Double {
    let offset = Angle(degrees: 0.15).radians
    let hand = hasGyroscope ? 0 : Angle(degrees: 2).radians
    let young = max(0, 1 - horizon.elapsed) * Angle(degrees: 2).radians
    return min(
      (2 * horizon.tilt.variance + offset * offset + young * young + hand * hand).squareRoot(), .pi)
  }

  // Most rooms and devices are better than the standard deviation says and a few are much worse, so that errors follow
  // Student's t with few degrees of freedom: with three, 68 % lie within 0.69 standard deviations and 95 % within
  // 1.84. Those of this estimator over measured trials: 0.66 and 2.0.

  /// Above this variance of the tilt an axis, rad², accelerations are said: 3°.
  private static let strainedTilt = 0.0027

  /// Above this departure of the averaged force from gravity too, as a share: 0.32 g across it.
  private static let strained = 0.05

  /// The 68 % bound in standard deviations.
  static let share68 = 0.66

  /// The 95 % bound in standard deviations.
  static let share95 = 2.0

  /// Without a magnetometer the heading drifts with the gyroscope's offset that is left, and without a gyroscope with
  /// the turn.
  private mutating func heldTerms(_ terms: HeadingErrorTerms, silence: Double) -> HeadingErrorTerms
  {
    // A gyroscope that has just fallen silent may have turned on as it did.
    let gyroscopeSilence = hasGyroscope ? gyroscope.silence(at: time) : 0
    let unseen = gyroscopeSilence > 0.1 ? strapdown.rate.length * gyroscopeSilence : 0
    guard silence > 0.5 || unseen > 0 else { return terms }
    var result = terms
    let drift = (silence > 0.5 ? horizon.biasAccuracy * silence : 0) + unseen
    result.gyroscopeHold =
      (terms.gyroscopeHold * terms.gyroscopeHold + drift * drift).squareRoot()
    return result
  }

  /// The terms of a heading from accelerometer and magnetometer alone.
  private mutating func compassTerms(tilt: Double, silence: Double) -> HeadingErrorTerms {
    var terms = HeadingErrorTerms()
    let horizontal = max(1e-7, northFilter.strength * Double.cos(northFilter.inclination))
    terms.noise = northFilter.deviation
    terms.localField = parameters.localFieldDeviation / horizontal
    terms.disturbance = parameters.fieldVariation / horizontal
    terms.calibration = parameters.hardIronDeviation / horizontal
    terms.gyroscopeHold = silence > 1 ? .pi : 0
    terms.tilt = tilt * min(abs(Double.tan(northFilter.inclination)), 20)
    return terms
  }

  private mutating func reasons(isInitialized: Bool, hasNorth: Bool, isDisturbed: Bool) -> Reasons {
    var reasons: Reasons = []
    add(gyroscope, missing: .gyroscopeMissing, stale: .gyroscopeStale, to: &reasons)
    add(accelerometer, missing: .accelerometerMissing, stale: .accelerometerStale, to: &reasons)
    add(magnetometer, missing: .magnetometerMissing, stale: .magnetometerStale, to: &reasons)
    if isGyroscopeHung { reasons.formUnion([.sensorStuck, .gyroscopeStuck]) }
    if rotationCheck.isRefuted { reasons.insert(.rateImplausible) }
    if isAccelerometerHung { reasons.formUnion([.sensorStuck, .accelerometerStuck]) }
    if hungMagnetometer.isHung { reasons.formUnion([.sensorStuck, .magnetometerStuck]) }
    // Without a gyroscope the horizon averages no longer than it is smoothed.
    let settling = hasGyroscope ? 0.3 : min(0.3, parameters.smoothingTime)
    if !isInitialized || horizon.elapsed < settling { reasons.insert(.starting) }
    if isDisturbed { reasons.formUnion([.disturbed, .gyroscopeHold]) }
    if hasNorth, hasGyroscope, magneticFilter.summary.isForeign { reasons.insert(.disturbed) }
    if hasGyroscope, horizon.elapsed >= parameters.accelerationTime,
      horizon.tilt.variance > Self.strainedTilt || horizon.strain > Self.strained
    {
      reasons.insert(.accelerating)
    }
    guard hasNorth else {
      reasons.insert(.relativeHeading)
      return reasons
    }
    if reasons.contains(.magnetometerStale) || hungMagnetometer.isHung, hasGyroscope {
      reasons.insert(.gyroscopeHold)
    }
    let isModelled = hasGyroscope && magneticFilter.isStarted
    let strength = isModelled ? magneticFilter.summary.strength : northFilter.strength
    if strength < 15e-6 || strength > 80e-6 { reasons.insert(.fieldImplausible) }
    return reasons
  }

  private func add(_ gate: SampleGate, missing: Reasons, stale: Reasons, to reasons: inout Reasons)
  {
    guard gate.last != nil else {
      reasons.insert(missing)
      return
    }
    if gate.silence(at: time) > 1 { reasons.insert(stale) }
    if let invalid = gate.lastInvalid, time.seconds(since: invalid) < 1 {
      reasons.insert(.invalidSamples)
    }
    if let saturated = gate.lastSaturated, time.seconds(since: saturated) < 1 {
      reasons.insert(.saturated)
    }
  }
}
