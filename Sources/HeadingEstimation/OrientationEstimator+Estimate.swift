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
      terms.scale(by: HeadingBound.share68)
    }
    // Such a field has no north.
    let bound = hasNorth && !isFieldImplausible ? terms.total : .pi
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
      unknownMagnetTerm: hasNorth && !isNorthOwn
        ? HeadingBound.share68 * magnetic.magnetDeviation : 0,
      headingBound: .estimated(within68: bound),
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
    let open = min(clippedTurn?.open ?? 0, .pi)
    return min(
      (2 * horizon.tilt.variance + offset * offset + young * young + hand * hand
        + open * open).squareRoot(), .pi)
  }

  /// Above this variance of the tilt an axis, rad², accelerations are said: 3°.
  private static let strainedTilt = 0.0027

  /// Above this departure of the averaged force from gravity too, as a share: 0.32 g across it.
  private static let strained = 0.05

  /// Without a magnetometer the heading drifts with the gyroscope's offset that is left, and without a gyroscope with
  /// the turn.
  private mutating func heldTerms(_ terms: HeadingErrorTerms, silence: Double) -> HeadingErrorTerms
  {
    // A gyroscope that has just fallen silent may have turned on as it did.
    let gyroscopeSilence = hasGyroscope ? sensors.gyroscope.silence(at: time) : 0
    let unseen = gyroscopeSilence > 0.1 ? strapdown.rate.length * gyroscopeSilence : 0
    let openTurn = min(clippedTurn?.open ?? 0, .pi)
    // While field and gyroscope contradict each other one of them is wrong.
    let contradiction = sensors.rotation.openDeparture / 2
    guard silence > 0.5 || unseen > 0 || openTurn > 0 || contradiction > 0 else { return terms }
    var result = terms
    let drift =
      (silence > 0.5 ? horizon.biasAccuracy * silence : 0) + unseen + openTurn + contradiction
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
    terms.calibration =
      (parameters.hardIronDeviation + parameters.softIronDeviation * northFilter.strength)
      / horizontal
    terms.gyroscopeHold = silence > 1 ? .pi : 0
    terms.tilt = tilt * min(abs(Double.tan(northFilter.inclination)), 20)
    return terms
  }

  private mutating func reasons(isInitialized: Bool, hasNorth: Bool, isDisturbed: Bool) -> Reasons {
    var reasons = sensorReasons(at: time)
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
    if reasons.contains(.magnetometerStale) || sensors.isMagnetometerHung, hasGyroscope {
      reasons.insert(.gyroscopeHold)
    }
    if isFieldImplausible || isReadingImplausible { reasons.insert(.fieldImplausible) }
    return reasons
  }

  /// What a magnetometer can read, T: less would be iron that takes the Earth's field away, more is beyond most parts' range.
  private static let readings = 2e-6...2e-3

  /// Whether the field that is believed is none the Earth has, by more than it is uncertain.
  private var isFieldImplausible: Bool {
    mutating get {
      let isModelled = hasGyroscope && magneticFilter.isStarted
      let strength = isModelled ? magneticFilter.summary.strength : northFilter.strength
      let margin =
        isModelled
        ? 3 * magneticFilter.summary.strengthDeviation : 3 * parameters.hardIronDeviation
      return strength + margin < PhysicalConstants.earthField.lowerBound
        || strength - margin > PhysicalConstants.earthField.upperBound
    }
  }

  private var isReadingImplausible: Bool {
    sensors.magnetometer.last.map { !Self.readings.contains($0.value.length) } ?? false
  }
}
