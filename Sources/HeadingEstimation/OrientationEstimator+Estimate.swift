import HeadingGeometry
import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// What is known at the newest moment.
  public var estimate: OrientationEstimate {
    let isInitialized = levelFilter.elapsed > 0
    let magneticSilence = magnetometer.silence(at: time)
    let hasNorth = isInitialized && northFilter.hasNorth
    let attitude =
      Quaternion(angle: Angle(radians: northFilter.offset), axis: Vector3(0, 0, 1))
      * (levelFilter.level * strapdown(at: time))
    let isDisturbed = hasNorth && !detector.isUndisturbed
    var terms = HeadingErrorTerms()
    let tilt = isInitialized ? tiltDeviation : .pi
    terms.noise = Angle(degrees: 0.3).radians
    terms.localField = parameters.localFieldDeviation.radians
    terms.tilt = hasNorth ? tilt * Double.tan(min(abs(detector.inclination), 1.5)) : 0
    let hold = northFilter.holdTime + max(0, magneticSilence.isFinite ? magneticSilence : 0)
    if hasGyroscope {
      terms.gyroscopeHold = biasFilter.accuracy * hold
      terms.disturbance = isDisturbed ? Angle(degrees: 1).radians : 0
    } else {
      terms.gyroscopeHold = hold < 1 ? 0 : .pi
      terms.disturbance = isDisturbed ? Angle(degrees: 20).radians : 0
    }
    let total = hasNorth ? terms.total : .pi
    return OrientationEstimate(
      time: time, attitude: attitude, rotationRate: hasGyroscope ? rate : .zero,
      gyroscopeBias: biasFilter.bias, gyroscopeBiasAccuracy: biasFilter.accuracy,
      onlineHardIron: nil, onlineHardIronAccuracy: nil,
      fieldStrength: detector.isLearnt ? detector.strength : nil,
      fieldInclination: detector.isLearnt ? Angle(radians: detector.inclination) : nil,
      headingErrorTerms: terms,
      heading68: Angle(radians: min(total, .pi)), heading95: Angle(radians: min(2 * total, .pi)),
      tiltAccuracy: Angle(radians: tilt), isInitialized: isInitialized, hasNorth: hasNorth,
      isAtRest: rest.calmTime >= parameters.restTime, isDisturbed: isDisturbed,
      reasons: reasons(isInitialized: isInitialized, hasNorth: hasNorth))
  }

  private var tiltDeviation: Double {
    let base = Angle(degrees: 0.7).radians
    let elapsed = min(levelFilter.elapsed, 1)
    let silence = max(0, accelerometer.silence(at: time))
    return base + (1 - elapsed) * Angle(degrees: 3).radians + biasFilter.accuracy * silence
  }

  private func reasons(isInitialized: Bool, hasNorth: Bool) -> Reasons {
    var reasons: Reasons = []
    func check(_ gate: SampleGate, missing: Reasons, stale: Reasons) {
      if gate.last == nil {
        reasons.insert(missing)
      } else if gate.silence(at: time) > 1 {
        reasons.insert(stale)
      }
      if gate.isStuck { reasons.insert(.sensorStuck) }
      if let invalid = gate.lastInvalid, time.seconds(since: invalid) < 1 {
        reasons.insert(.invalidSamples)
      }
    }
    check(gyroscope, missing: .gyroscopeMissing, stale: .gyroscopeStale)
    check(accelerometer, missing: .accelerometerMissing, stale: .accelerometerStale)
    check(magnetometer, missing: .magnetometerMissing, stale: .magnetometerStale)
    if !isInitialized || levelFilter.elapsed < 0.3 { reasons.insert(.starting) }
    if !hasNorth { reasons.insert(.relativeHeading) }
    if hasNorth, !detector.isUndisturbed { reasons.formUnion([.disturbed, .gyroscopeHold]) }
    return reasons
  }
}
