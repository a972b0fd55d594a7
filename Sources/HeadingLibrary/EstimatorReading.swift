public import CHeading
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// `heading_estimator_read`.
@_cdecl("heading_estimator_read")
public func readEstimate(
  _ estimator: OpaquePointer?, _ estimate: UnsafeMutablePointer<heading_estimate>?
) -> Int32 {
  unsafe withEstimator(estimator) { state in
    var value = heading_estimate(state.estimate)
    value.invalid_samples = state.invalidSampleCount
    value.late_samples = state.lateSampleCount
    return unsafe SizedStruct.write(value, to: estimate)
  }
}

extension heading_estimate {
  /// The estimate in C.
  init(_ estimate: OrientationEstimate) {
    self.init()
    reasons = estimate.reasons.rawValue
    status = Int32(estimate.status.rawValue)
    initialized = estimate.isInitialized.number
    north = estimate.hasNorth.number
    at_rest = estimate.isAtRest.number
    disturbed = estimate.isDisturbed.number
    time = estimate.time.nanoseconds
    let isLevel = estimate.isInitialized
    let angles = AttitudeAngles(estimate.attitude)
    attitude = isLevel ? estimate.attitude.tuple : (.nan, .nan, .nan, .nan)
    heading = estimate.heading.orNaN
    heading_68 = estimate.heading68.degrees
    heading_95 = estimate.heading95.degrees
    pitch = isLevel ? angles.pitch.degrees : .nan
    roll = isLevel ? angles.roll.degrees : .nan
    terms = heading_terms(estimate.headingErrorTerms)
    unknown_magnet = Angle(radians: estimate.unknownMagnetTerm).degrees
    tilt_accuracy = estimate.tiltAccuracy.degrees
    let tilt = estimate.tiltCovariance
    tilt_covariance = (tilt.x, tilt.y, tilt.cross)
    let isTurning = estimate.reasons.isDisjoint(with: [.gyroscopeMissing, .gyroscopeStale])
    rotation_rate = (isTurning ? estimate.rotationRate : .unknown).tuple
    gyroscope_bias = estimate.gyroscopeBias.tuple
    gyroscope_bias_accuracy = estimate.gyroscopeBiasAccuracy
    hard_iron = (estimate.onlineHardIron ?? .unknown).tuple
    hard_iron_accuracy = estimate.onlineHardIronAccuracy.orNaN
    magnetometer_latency = estimate.magnetometerLatency.orNaN
    field_strength = estimate.fieldStrength.orNaN
    field_inclination = estimate.fieldInclination.degrees
  }
}

extension heading_terms {
  /// The terms in degrees.
  init(_ terms: HeadingErrorTerms) {
    self.init(
      noise: Angle(radians: terms.noise).degrees,
      gyroscope_hold: Angle(radians: terms.gyroscopeHold).degrees,
      calibration: Angle(radians: terms.calibration).degrees,
      disturbance: Angle(radians: terms.disturbance).degrees,
      local_field: Angle(radians: terms.localField).degrees,
      tilt: Angle(radians: terms.tilt).degrees)
  }
}

extension OrientationEstimate {
  /// The heading of the forward axis, degrees from magnetic north; `nil` if nothing is known of it.
  var heading: Double? {
    guard hasNorth, headingBound.within68 < .pi else { return nil }
    return Heading<MagneticNorth>(AttitudeAngles(attitude).heading).degrees
  }

  /// Usability of the heading, by the engine's rules for one from the field.
  var status: SolutionStatus {
    if heading == nil { return .invalid }
    if !reasons.isDisjoint(with: [
      .gyroscopeHold, .magnetometerStale, .magnetometerMissing, .fieldImplausible,
    ]) {
      return .coasting
    }
    let degrading: Reasons = [
      .disturbed, .gyroscopeStale, .accelerometerStale, .sensorStuck, .saturated, .accelerating,
      .sensorFailed, .gravityImplausible, .rateImplausible, .invalidSamples, .starting,
    ]
    return reasons.isDisjoint(with: degrading) ? .valid : .degraded
  }
}
