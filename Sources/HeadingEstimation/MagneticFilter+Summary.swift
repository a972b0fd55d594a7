import HeadingGeometry
import RealModule

extension MagneticFilter {
  /// What the estimate needs of the filter.
  struct Summary {
    /// Rotation about the vertical from the levelled frame to magnetic ENU.
    var north: Quaternion = .identity
    /// The terms of the heading's bound that come from here, rad.
    var terms = HeadingErrorTerms()
    /// The local field's strength, T.
    var strength = 0.0
    /// 1σ of a component of the local field, T.
    var strengthDeviation = 0.0
    /// The local field's inclination, rad, positive down.
    var inclination = 0.0
    /// 1σ of the heading by a magnet on the device that nobody knows of, rad, part of the disturbance.
    var magnetDeviation = 0.0
    /// Whether the field does not fit and the heading is left to the gyroscope.
    var isDisturbed = false
    /// Whether the field is none that the place has, as far as the place is known.
    var isForeign = false
    /// Hard iron found while running, T.
    var hardIron: Vector3 = .zero
    /// 1σ of its worst component, T.
    var hardIronDeviation = 0.0
    /// Delay of the magnetometer behind the motion, s.
    var latency = 0.0
  }

  /// Variance of the local field's own deviation from magnetic north, rad².
  func localVariance(parameters: OrientationParameters) -> Double {
    let share = parameters.localFieldDeviation / max(model.horizontalStrength, 1e-7)
    return min(share * share, .pi * .pi)
  }

  /// Whether the field does not fit and the heading is left to the gyroscope.
  func isDisturbed(parameters: OrientationParameters) -> Bool {
    variationDeviation > 1.3 * parameters.fieldVariation
  }

  /// Variance of the field's part across north, T², that its strength and inclination give away.
  ///
  /// Iron that changes two components of the field by some amount changes the third as much; twice the room's
  /// usual variation is not counted.
  func foreignVariance(parameters: OrientationParameters) -> Double {
    guard let reference = history.reference else { return 0 }
    let horizontal = model.horizontalStrength - reference.horizontal
    let vertical = model.vector(MagneticModel.field).z - reference.vertical
    let usual = Self.square(2 * parameters.fieldVariation)
    return max(0, horizontal * horizontal + vertical * vertical - usual) / 2
  }

  /// Mean square by which the heading is off if another hard iron is the truth, rad², as probable as that is.
  private var rivalVariance: Double {
    guard let iron = hardIronAlternative else { return 0 }
    let probability = isUnverified ? iron.probabilityOfMagnet : iron.probability
    guard probability > 0.01 else { return 0 }
    let apart = Angle(radians: iron.model.heading - model.heading).normalized.radians
    return probability * min(apart * apart + iron.model.headingVariance, .pi * .pi)
  }

  /// Whether neither place nor calibration say what field there has to be, nor the body has turned.
  private var isUnverified: Bool {
    history.reference == nil && !(hardIronAlternative?.isFieldProven ?? true)
  }

  /// An alternative that may be further off, rad², is said: 3° with its probability.
  private static let largestRival = 0.003

  private static func square(_ value: Double) -> Double { value * value }

  func makeSummary(_ motion: Motion, parameters: OrientationParameters) -> Summary {
    let field = model.vector(MagneticModel.field)
    let horizontal = max(model.horizontalStrength, 1e-7)
    let isDisturbed = isDisturbed(parameters: parameters)
    let variance = model.headingVariance
    let hold = isDisturbed ? max(0, variance - varianceBeforeDisturbance) : 0
    let hardIronDeviation = model.deviation(MagneticModel.hardIron)
    var terms = HeadingErrorTerms()
    // An angle of which much is open spreads more than its tangent.
    terms.noise = ((variance - hold) * (1 + 2 * min(variance, 10))).squareRoot()
    terms.gyroscopeHold = hold.squareRoot()
    // What turning about does not average out. A hard iron that is still open is part of the heading's variance.
    let iron =
      min(hardIronDeviation, 2 * parameters.fieldVariation)
      * (1 - min(1, spread.value)).squareRoot()
    terms.calibration =
      ((iron * iron) / (horizontal * horizontal) + Self.square(parameters.softIronDeviation))
      .squareRoot()
    let foreign = foreignVariance(parameters: parameters)
    let rival = rivalVariance
    terms.disturbance =
      (history.variance + foreign / (horizontal * horizontal) + rival).squareRoot()
    terms.localField = localVariance(parameters: parameters).squareRoot()
    // A heading from an earlier run has none of these errors of this field.
    let own = history.ownShare.squareRoot()
    terms.noise *= own
    terms.calibration *= own
    terms.localField *= own
    // What turns the heading is a tilt about north.
    let offset = Angle(degrees: 0.15).radians
    let tilt = motion.tilt.variance(about: SIMD2(field.x, field.y)) + offset * offset
    terms.tilt = tilt.squareRoot() * min(abs(field.z) / horizontal, 20)
    return Summary(
      north: Quaternion(
        angle: Angle(radians: model.heading - history.offset), axis: Vector3(0, 0, 1)),
      terms: terms, strength: field.length, strengthDeviation: model.deviation(MagneticModel.field),
      inclination: Double.atan2(y: -field.z, x: horizontal),
      magnetDeviation: isUnverified ? rival.squareRoot() : 0,
      isDisturbed: isDisturbed,
      isForeign: foreign > Self.gate * Self.square(parameters.fieldVariation)
        || rival > max(terms.noise * terms.noise, Self.largestRival),
      hardIron: model.vector(MagneticModel.hardIron),
      hardIronDeviation: hardIronDeviation,
      latency: parameters.magnetometerLatency + model.state[MagneticModel.delay])
  }
}
