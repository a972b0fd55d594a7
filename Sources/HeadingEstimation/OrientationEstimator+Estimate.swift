import HeadingGeometry
import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// What is known at the newest moment.
  public var estimate: OrientationEstimate {
    let isInitialized = levelFilter.elapsed > 0
    let isGyroscopic = hasGyroscope
    let model = magneticFilter.model
    let hasModel = magneticFilter.isStarted
    let hasNorth = isInitialized && (isGyroscopic ? hasModel : northFilter.isStarted)
    let north =
      isGyroscopic || !northFilter.isStarted
      ? (hasModel ? magneticFilter.heading : 0) : northFilter.heading
    // The sensors are late: the attitude is carried forward to the moment of their time stamp.
    let lead = isGyroscopic ? parameters.inertialLatency : 0
    let attitude =
      Quaternion(angle: Angle(radians: north), axis: Vector3(0, 0, 1))
      * (levelFilter.level * strapdown.attitude(at: time, lead: lead))
    let tilt =
      isInitialized
      ? self.tilt.deviation(hasGyroscope: isGyroscopic, age: levelFilter.elapsed) : .pi
    let isDisturbed = hasNorth && isGyroscopic && magneticFilter.isDisturbed(parameters: parameters)
    let terms = hasNorth ? headingErrorTerms(isGyroscopic: isGyroscopic) : HeadingErrorTerms()
    let total = hasNorth ? terms.total : .pi
    let field = model.vector(MagneticModel.field)
    let strength = isGyroscopic ? field.length : northFilter.strength
    return OrientationEstimate(
      time: time, attitude: attitude, rotationRate: isGyroscopic ? strapdown.rate : .zero,
      gyroscopeBias: biasFilter.bias, gyroscopeBiasAccuracy: biasFilter.accuracy,
      onlineHardIron: hasModel ? model.vector(MagneticModel.hardIron) : nil,
      onlineHardIronAccuracy: hasModel ? model.deviation(MagneticModel.hardIron) : nil,
      magnetometerLatency: hasModel
        ? parameters.magnetometerLatency + model.state[MagneticModel.delay] : nil,
      fieldStrength: hasNorth ? strength : nil,
      fieldInclination: hasNorth
        ? Angle(
          radians: isGyroscopic
            ? Double.atan2(y: -field.z, x: model.horizontalStrength) : northFilter.inclination)
        : nil,
      headingErrorTerms: terms,
      heading68: Angle(radians: min(total, .pi)),
      heading95: Angle(radians: min(total * Self.widening, .pi)),
      tiltAccuracy: Angle(radians: tilt), isInitialized: isInitialized, hasNorth: hasNorth,
      isAtRest: isAtRest, isDisturbed: isDisturbed,
      reasons: reasons(
        isInitialized: isInitialized, hasNorth: hasNorth, isDisturbed: isDisturbed))
  }

  /// 95 % against 68 %: the sources are few and their size is itself estimated, so that errors follow Student's t with about four
  /// degrees of freedom rather than a normal distribution (2.78 / 1.14; a normal one has 1.96).
  static let widening = 2.4

  private func headingErrorTerms(isGyroscopic: Bool) -> HeadingErrorTerms {
    var terms = HeadingErrorTerms()
    let silence = max(0, min(magnetometer.silence(at: time), 1e6))
    guard isGyroscopic else {
      let horizontal = max(1e-7, northFilter.strength * Double.cos(northFilter.inclination))
      terms.noise = northFilter.deviation
      terms.localField = parameters.localFieldDeviation / horizontal
      terms.disturbance = parameters.fieldVariation / horizontal
      terms.calibration = parameters.hardIronDeviation / horizontal
      terms.gyroscopeHold = silence > 1 ? .pi : 0
      terms.tilt =
        tilt.deviation(hasGyroscope: false, age: levelFilter.elapsed)
        * Double.tan(min(abs(northFilter.inclination), 1.5))
      return terms
    }
    let model = magneticFilter.model
    let horizontal = max(1e-7, model.horizontalStrength)
    let hold = magneticFilter.holdVariance(parameters: parameters)
    // Without a magnetometer the heading drifts with the offset that is left.
    let drift = silence > 0.5 ? biasFilter.accuracy * silence : 0
    terms.gyroscopeHold = (hold + drift * drift).squareRoot()
    terms.noise = max(0, model.headingVariance - hold).squareRoot()
    terms.calibration = magneticFilter.hardIronDeviation / horizontal
    terms.disturbance = magneticFilter.history.variance.squareRoot()
    terms.localField = magneticFilter.localVariance(parameters: parameters).squareRoot()
    // Only the lasting part of the tilt matters: the accelerometer's offset.
    let field = model.vector(MagneticModel.field)
    terms.tilt = Angle(degrees: 0.15).radians * min(abs(field.z) / horizontal, 20)
    return terms
  }

  private func reasons(isInitialized: Bool, hasNorth: Bool, isDisturbed: Bool) -> Reasons {
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
      if let saturated = gate.lastSaturated, time.seconds(since: saturated) < 1 {
        reasons.insert(.saturated)
      }
    }
    check(gyroscope, missing: .gyroscopeMissing, stale: .gyroscopeStale)
    check(accelerometer, missing: .accelerometerMissing, stale: .accelerometerStale)
    check(magnetometer, missing: .magnetometerMissing, stale: .magnetometerStale)
    if !isInitialized || levelFilter.elapsed < 0.3 { reasons.insert(.starting) }
    if !hasNorth { reasons.insert(.relativeHeading) }
    if isDisturbed { reasons.formUnion([.disturbed, .gyroscopeHold]) }
    if hasNorth, magnetometer.silence(at: time) > 1, hasGyroscope { reasons.insert(.gyroscopeHold) }
    if hasNorth {
      let strength =
        hasGyroscope
        ? magneticFilter.model.vector(MagneticModel.field).length : northFilter.strength
      if strength < 15e-6 || strength > 80e-6 { reasons.insert(.fieldImplausible) }
    }
    return reasons
  }
}
