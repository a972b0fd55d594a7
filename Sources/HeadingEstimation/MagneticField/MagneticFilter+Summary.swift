import HeadingGeometry
import RealModule

extension MagneticFilter {
  /// The filter's output to the estimate.
  struct Summary {
    /// Rotation about the vertical from the levelled frame to magnetic ENU.
    var north: Quaternion = .identity
    /// The filter's terms of the heading bound, rad.
    var terms = HeadingErrorTerms()
    /// The local field's strength, T.
    var strength = 0.0
    /// 1σ of the local field, worst component, T.
    var strengthDeviation = 0.0
    /// The local field's inclination, rad, positive down.
    var inclination = 0.0
    /// 1σ of the heading error caused by a possible unknown magnet on the device, rad; part of the
    /// disturbance term.
    var magnetDeviation = 0.0
    /// Whether the field is disturbed and the gyroscope holds the heading.
    var isDisturbed = false
    /// Whether strength and inclination contradict the reference field, or the hard-iron hypothesis
    /// has a significantly different heading.
    var contradictsReference = false
    /// Estimated hard iron, T.
    var hardIron: Vector3 = .zero
    /// 1σ of the hard iron, worst component, T.
    var hardIronDeviation = 0.0
    /// Latency of the magnetometer, s.
    var latency = 0.0
  }

  /// Variance of the local field's deviation from magnetic north, rad².
  func localVariance(parameters: OrientationParameters) -> Double {
    let share = parameters.localFieldDeviation / max(model.horizontalStrength, 1e-7)
    return min(share * share, .pi * .pi)
  }

  /// Whether the field is disturbed and the gyroscope holds the heading.
  ///
  /// A disturbance raises ``variationDeviation`` to the observed variation; it ends when this value
  /// has decayed to 1.3 times the usual one.
  func isDisturbed(parameters: OrientationParameters) -> Bool {
    variationDeviation > 1.3 * parameters.fieldVariation
  }

  /// Variance of the disturbing field across north, T², inferred from the deviation of the
  /// horizontal and vertical components from the reference field.
  ///
  /// Nearby iron is assumed to change each component by the same variance. The deviation counts
  /// beyond twice the usual variation.
  func disturbanceVariance(parameters: OrientationParameters) -> Double {
    guard let reference = mixture.reference else { return 0 }
    let horizontal = model.horizontalStrength - reference.horizontal
    let vertical = model.vector(FieldKalmanFilter.field).z - reference.vertical
    let usual = Self.square(2 * parameters.fieldVariation)
    return max(0, horizontal * horizontal + vertical * vertical - usual) / 2
  }

  /// Mean squared heading error if the hard-iron hypothesis is true, rad², times its probability.
  private var hypothesisVariance: Double {
    hardIronHypothesis?.variance(of: model.heading, isUnverified: isUnverified) ?? 0
  }

  /// Whether the field may be that of a magnet on the device: no reference field is known, and the
  /// body has not rotated.
  private var isUnverified: Bool {
    let isPossible = hardIronHypothesis?.isMagnetPossible() ?? false
    return mixture.reference == nil && isPossible
  }

  /// Minimum of ``hypothesisVariance`` that is reported as a disturbance, rad²: (3°)².
  private static let reportedHypothesisVariance = 0.003

  private static func square(_ value: Double) -> Double { value * value }

  func makeSummary(_ motion: Motion, parameters: OrientationParameters) -> Summary {
    let field = model.vector(FieldKalmanFilter.field)
    let horizontal = max(model.horizontalStrength, 1e-7)
    let isDisturbed = isDisturbed(parameters: parameters)
    let variance = model.headingVariance
    let hold = isDisturbed ? max(0, variance - varianceBeforeDisturbance) : 0
    let hardIronDeviation = model.deviation(FieldKalmanFilter.hardIron)
    var terms = HeadingErrorTerms()
    // Linearization underestimates a large variance P: it is multiplied by 1 + 2 P, at most 21.
    terms.noise = ((variance - hold) * (1 + 2 * min(variance, 10))).squareRoot()
    terms.gyroscopeHold = hold.squareRoot()
    // Rotation averages out the heading error of residual hard iron. Hard iron beyond twice the
    // usual variation is already part of the heading variance.
    let iron =
      min(hardIronDeviation, 2 * parameters.fieldVariation)
      * (1 - min(1, spread.value)).squareRoot()
    // Soft iron adds a share of the whole field to each component.
    let soft = parameters.softIronDeviation * field.length
    terms.calibration = (iron * iron + soft * soft).squareRoot() / horizontal
    let disturbance = disturbanceVariance(parameters: parameters)
    let hypothesis = hypothesisVariance
    terms.disturbance =
      (mixture.variance + disturbance / (horizontal * horizontal) + hypothesis).squareRoot()
    terms.localField = localVariance(parameters: parameters).squareRoot()
    // A restored heading has only a share of these errors of the present field.
    let own = mixture.presentErrorShare.squareRoot()
    terms.noise *= own
    terms.calibration *= own
    terms.localField *= own
    // Only tilt about north changes the heading, by tan(dip), which is limited to 20 (87°). 0.15°
    // is the tilt error of a calibrated accelerometer's bias, 2.6 mg.
    let offset = Angle(degrees: 0.15).radians
    let tilt = motion.tilt.variance(about: SIMD2(field.x, field.y)) + offset * offset
    terms.tilt = tilt.squareRoot() * min(abs(field.z) / horizontal, 20)
    return Summary(
      north: Quaternion(
        angle: Angle(radians: model.heading - mixture.offset), axis: Vector3(0, 0, 1)),
      terms: terms, strength: field.length,
      strengthDeviation: model.deviation(FieldKalmanFilter.field),
      inclination: Double.atan2(y: -field.z, x: horizontal),
      magnetDeviation: isUnverified ? hypothesis.squareRoot() : 0,
      isDisturbed: isDisturbed,
      contradictsReference: disturbance > Self.gate * Self.square(parameters.fieldVariation)
        || hypothesis > max(terms.noise * terms.noise, Self.reportedHypothesisVariance),
      hardIron: model.vector(FieldKalmanFilter.hardIron),
      hardIronDeviation: hardIronDeviation,
      latency: parameters.magnetometerLatency + model.state[FieldKalmanFilter.delay])
  }
}
