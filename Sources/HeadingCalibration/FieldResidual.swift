import HeadingGeometry

/// The residuals of one sample, and what their derivatives are made of.
struct FieldResidual: Sendable {
  /// Which residuals there are.
  enum Kind: Sendable {
    /// The strength alone.
    case free
    /// Strength and the component along up.
    case aided
    /// The raw field's three components, and up's two horizontal ones.
    case chained
  }

  var kind: Kind
  /// Strength and vertical, or the raw field's components.
  var values = Vector3.zero
  /// The Earth's field in body components, as the model has it.
  var predicted = Vector3.zero
  /// Derivative of the strength by the raw field.
  var gradient = Vector3.zero
  /// Derivative of the vertical component by the raw field.
  var gradientUp = Vector3.zero
  /// Derivative of the vertical component by tilt and by inclination.
  var tiltGain = 0.0
  /// Derivative of the vertical component by the corrected force.
  var gradientForce = Vector3.zero
  /// The direction of up in the body without the accelerometer's noise, as far as that can be told.
  var vertical = Vector3.zero
  /// By how much the corrected force is longer than gravity, g; `nil` without one.
  var forceExcess: Double?
  /// The measured direction of up in the chain's earth frame; `nil` without one.
  var up: Vector3?

  init(kind: Kind) { self.kind = kind }

  /// Squared distance over which the sample is an outlier.
  var cut: Double { kind == .chained ? FieldFit.cut3 : FieldFit.cut2 }

  /// The covariance of strength and vertical.
  func covariance(_ noise: FieldNoise) -> (strength: Double, both: Double, vertical: Double) {
    let variance = noise.field * noise.field
    let tilt = tiltGain * noise.tilt
    return (
      gradient.squaredLength * variance,
      gradient.dot(gradientUp) * variance,
      gradientUp.squaredLength * variance + tilt * tilt
    )
  }

  /// Factors that make both residuals independent with variance 1: w₁ = r₁ · s₁, w₂ = (r₂ − mix · w₁) · s₂.
  func whitening(_ noise: FieldNoise) -> (first: Double, mix: Double, second: Double) {
    let (strength, both, vertical) = covariance(noise)
    let first = 1 / strength.squareRoot()
    guard kind == .aided else { return (first, 0, 0) }
    let mix = both * first
    return (first, mix, 1 / max(vertical - mix * mix, 1e-14).squareRoot())
  }

  /// The squared length of the whitened residuals, without up's own in a chain.
  func squaredDistance(_ noise: FieldNoise) -> Double {
    if kind == .chained { return values.squaredLength / (noise.field * noise.field) }
    let (first, mix, second) = whitening(noise)
    let one = values.x * first
    guard kind == .aided else { return one * one }
    let two = (values.y - mix * one) * second
    return one * one + two * two
  }
}
