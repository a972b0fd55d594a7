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
    /// The local field's inclination, rad, positive down.
    var inclination = 0.0
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

  /// The share of a tilt that comes and goes which this filter passes on to the heading.
  ///
  /// Read from the twelve BROAD trials, where 0.6 makes the mean bound 1.2 times the error, and 0.35 1.07 times. Too small in
  /// broadband accelerations, whose tilt lasts as long as the heading's filter remembers.
  private static let tiltShare = 0.35

  private static func square(_ value: Double) -> Double { value * value }

  func makeSummary(_ motion: Motion, parameters: OrientationParameters) -> Summary {
    let field = model.vector(MagneticModel.field)
    let horizontal = max(model.horizontalStrength, 1e-7)
    let isDisturbed = isDisturbed(parameters: parameters)
    let variance = model.headingVariance
    let hold = isDisturbed ? max(0, variance - varianceBeforeDisturbance) : 0
    let hardIronDeviation = model.deviation(MagneticModel.hardIron)
    var terms = HeadingErrorTerms()
    terms.noise = (variance - hold).squareRoot()
    terms.gyroscopeHold = hold.squareRoot()
    // What turning about does not average out.
    terms.calibration =
      hardIronDeviation * (1 - min(1, spread.value)).squareRoot() / horizontal
    let foreign = foreignVariance(parameters: parameters)
    terms.disturbance = (history.variance + foreign / (horizontal * horizontal)).squareRoot()
    terms.localField = localVariance(parameters: parameters).squareRoot()
    // What turns the heading is a tilt about north.
    let offset = Angle(degrees: 0.15).radians
    let tilt = motion.tilt.variance(about: SIMD2(field.x, field.y)) + offset * offset
    terms.tilt = Self.tiltShare * tilt.squareRoot() * min(abs(field.z) / horizontal, 20)
    return Summary(
      north: Quaternion(
        angle: Angle(radians: model.heading - history.offset), axis: Vector3(0, 0, 1)),
      terms: terms, strength: field.length,
      inclination: Double.atan2(y: -field.z, x: horizontal),
      isDisturbed: isDisturbed,
      isForeign: foreign > Self.gate * Self.square(parameters.fieldVariation),
      hardIron: model.vector(MagneticModel.hardIron),
      hardIronDeviation: hardIronDeviation,
      latency: parameters.magnetometerLatency + model.state[MagneticModel.delay])
  }
}
