public import HeadingGeometry
import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// The attitude alone, body to magnetic ENU, as in ``estimate``.
  ///
  /// It is extrapolated by the sensors' latency to the time of the newest sample.
  public var attitude: Quaternion {
    north
      * (horizon.level
        * strapdown.attitude(at: time, lead: hasGyroscope ? parameters.inertialLatency : 0))
  }

  /// Rotation from the levelled frame to magnetic ENU.
  private var north: Quaternion {
    let isCompassUsed = compass.isStarted && !(hasGyroscope && magneticFilter.isStarted)
    return isCompassUsed ? compass.north : magneticFilter.summary.north
  }

  /// Whether the tilt of the attitude is aligned.
  public var isInitialized: Bool { horizon.elapsed > 0 }

  /// The estimate at the newest time.
  public var estimate: OrientationEstimate {
    let isInitialized = isInitialized
    let isGyroscopic = hasGyroscope
    let magnetic = magneticFilter.summary
    let hasModel = magneticFilter.isStarted
    // If the gyroscope has just appeared, the compass heading is used until the field filter has
    // its first block.
    let isCompassUsed = compass.isStarted && !(isGyroscopic && hasModel)
    let hasNorth = isInitialized && (isGyroscopic && hasModel || compass.isStarted)
    let tilt =
      isInitialized
      ? tiltCovariance(hasGyroscope: isGyroscopic) : TiltCovariance(isotropic: .pi)
    let isDisturbed = hasNorth && !isCompassUsed && magnetic.isDisturbed
    let silence = max(0, min(fieldSilence, 1e6))
    var terms = HeadingErrorTerms()
    if hasNorth {
      terms =
        !isCompassUsed
        ? heldTerms(magnetic.terms, silence: silence)
        : compassTerms(tilt: tilt.total, silence: silence)
      terms.scale(by: HeadingBound.share68)
    }
    // A field that cannot be the Earth's defines no north, and without samples nothing is known.
    let isUsable = hasNorth && !isFieldImplausible && !sensors.isStalled
    let bound = isUsable ? terms.total : .pi
    var reasons = reasons(
      isInitialized: isInitialized, hasNorth: hasNorth, isDisturbed: isDisturbed)
    if isUsable, bound >= .pi { reasons.insert(terms.reason) }
    return OrientationEstimate(
      time: time,
      attitude: attitude,
      rotationRate: isGyroscopic ? strapdown.rate : .zero,
      gyroscopeBias: horizon.bias, gyroscopeBiasAccuracy: horizon.biasAccuracy,
      onlineHardIron: hasModel ? magnetic.hardIron : nil,
      onlineHardIronAccuracy: hasModel ? magnetic.hardIronDeviation : nil,
      magnetometerLatency: hasModel ? magnetic.latency : nil,
      fieldStrength: hasNorth ? (isCompassUsed ? compass.strength : magnetic.strength) : nil,
      fieldInclination: hasNorth
        ? Angle(radians: isCompassUsed ? compass.inclination : magnetic.inclination) : nil,
      headingErrorTerms: terms,
      unknownMagnetTerm: hasNorth && !isCompassUsed
        ? HeadingBound.share68 * magnetic.magnetDeviation : 0,
      headingBound: .estimated(within68: bound),
      tiltCovariance: tilt, isInitialized: isInitialized,
      hasNorth: hasNorth, isAtRest: isAtRest, isDisturbed: isDisturbed,
      reasons: reasons)
  }

  /// Covariance of the tilt: the horizon filter's, accelerometer bias (0.15°), hand tremor (2°, not
  /// averaged out without a gyroscope), the first second of averaging (2°), and an undetermined
  /// rotation.
  private func tiltCovariance(hasGyroscope: Bool) -> TiltCovariance {
    let offset = Angle(degrees: 0.15).radians
    let hand = hasGyroscope ? 0 : Angle(degrees: 2).radians
    let startError = max(0, 1 - horizon.elapsed) * Angle(degrees: 2).radians
    let turnError = min(clippedTurn?.deviation ?? 0, .pi)
    let covariance = horizon.tilt.rotated(by: north).adding(
      isotropic: offset * offset + startError * startError + hand * hand + turnError * turnError)
    return covariance.total < .pi ? covariance : TiltCovariance(isotropic: .pi)
  }

  /// Tilt variance per axis above which `accelerating` is reported, rad²: 3°.
  private static let strainedTilt = 0.0027

  /// Relative deviation of the averaged specific force from gravity above which `accelerating` is
  /// reported: 0.32 g horizontally.
  private static let strainLimit = 0.05

  /// Adds to the gyroscope hold: without a magnetometer the remaining gyroscope bias drifts the
  /// heading, without a gyroscope the rotation does.
  private func heldTerms(_ terms: HeadingErrorTerms, silence: Double) -> HeadingErrorTerms {
    // A device whose gyroscope has just stopped may have continued to turn at the last rate.
    let gyroscopeSilence = hasGyroscope ? sensors.gyroscope.silence(at: time) : 0
    let unseen = gyroscopeSilence > 0.1 ? strapdown.rate.length * gyroscopeSilence : 0
    let openTurn = min(clippedTurn?.deviation ?? 0, .pi)
    // While field and gyroscope contradict each other, either may be wrong.
    let contradiction = sensors.gyroscopeTest.undecidedAngle / 2
    guard silence > 0.5 || unseen > 0 || openTurn > 0 || contradiction > 0 else { return terms }
    var result = terms
    let drift =
      (silence > 0.5 ? horizon.biasAccuracy * silence : 0) + unseen + openTurn + contradiction
    result.gyroscopeHold =
      (terms.gyroscopeHold * terms.gyroscopeHold + drift * drift).squareRoot()
    return result
  }

  /// The error terms of a heading from accelerometer and magnetometer alone.
  private func compassTerms(tilt: Double, silence: Double) -> HeadingErrorTerms {
    var terms = HeadingErrorTerms()
    let horizontal = max(1e-7, compass.strength * Double.cos(compass.inclination))
    terms.noise = compass.deviation
    terms.localField = parameters.localFieldDeviation / horizontal
    terms.disturbance = parameters.fieldVariation / horizontal
    terms.calibration =
      (parameters.hardIronDeviation + parameters.softIronDeviation * compass.strength)
      / horizontal
    terms.gyroscopeHold = silence > 1 ? .pi : 0
    terms.tilt = tilt * min(abs(Double.tan(compass.inclination)), 20)
    return terms
  }

  private func reasons(isInitialized: Bool, hasNorth: Bool, isDisturbed: Bool) -> Reasons {
    var reasons = sensorReasons(at: time)
    // Without a gyroscope the tilt is averaged only over the smoothing time.
    let settling = hasGyroscope ? 0.3 : min(0.3, parameters.smoothingTime)
    if !isInitialized || horizon.elapsed < settling { reasons.insert(.starting) }
    if sensors.isStalled { reasons.insert(.late) }
    if isDisturbed { reasons.formUnion([.disturbed, .gyroscopeHold]) }
    if hasNorth, hasGyroscope, magneticFilter.summary.contradictsReference {
      reasons.insert(.disturbed)
    }
    if hasGyroscope, horizon.elapsed >= parameters.accelerationTime,
      horizon.tilt.variance > Self.strainedTilt || horizon.strain > Self.strainLimit
    {
      reasons.insert(.accelerating)
    }
    guard hasNorth else {
      reasons.insert(.relativeHeading)
      return reasons
    }
    if reasons.contains(.magnetometerStale) || sensors.isMagnetometerStuck, hasGyroscope {
      reasons.insert(.gyroscopeHold)
    }
    if isFieldImplausible || isReadingImplausible { reasons.insert(.fieldImplausible) }
    return reasons
  }

  /// Field strengths that a magnetometer can measure, T: less means iron that cancels the Earth's
  /// field, more is beyond most sensors' range.
  private static let readings = 2e-6...2e-3

  /// Whether the estimated field strength is outside the Earth's range by more than 3σ.
  private var isFieldImplausible: Bool {
    let isModelled = hasGyroscope && magneticFilter.isStarted
    let strength = isModelled ? magneticFilter.summary.strength : compass.strength
    let margin =
      isModelled
      ? 3 * magneticFilter.summary.strengthDeviation : 3 * parameters.hardIronDeviation
    return strength + margin < PhysicalConstants.earthField.lowerBound
      || strength - margin > PhysicalConstants.earthField.upperBound
  }

  private var isReadingImplausible: Bool {
    sensors.magnetometer.last.map { !Self.readings.contains($0.value.length) } ?? false
  }
}
