import HeadingGeometry

/// The residuals of one sample, and the terms of their derivatives.
struct FieldResidual: Sendable {
  /// The set of residuals.
  enum Kind: Sendable {
    /// Strength only: no accelerometer, outside a segment.
    case free
    /// Strength and the component along up: outside a segment.
    case aided
    /// The raw field's three components and the two horizontal ones of up: in a segment.
    case segment
  }

  var kind: Kind
  /// Residuals of strength and vertical component, or of the raw field's components.
  var values = Vector3.zero
  /// Predicted Earth's field, body frame.
  var predicted = Vector3.zero
  /// Derivative of the strength with respect to the raw field.
  var gradient = Vector3.zero
  /// Derivative of the vertical component with respect to the raw field.
  var gradientUp = Vector3.zero
  /// Derivative of the vertical component with respect to tilt and to inclination.
  var tiltGain = 0.0
  /// Derivative of the vertical component with respect to the corrected force.
  var gradientForce = Vector3.zero
  /// Direction of up in the body, adjusted for the accelerometer's estimated noise.
  var vertical = Vector3.zero
  /// Magnitude of the corrected force minus gravity, g; `nil` without one.
  var forceExcess: Double?
  /// The measured direction of up in the earth frame, by the segment's attitude; `nil` without one.
  var up: Vector3?

  init(kind: Kind) { self.kind = kind }

  /// Squared Mahalanobis distance beyond which the sample is an outlier.
  var cut: Double { kind == .segment ? FieldFit.cut3 : FieldFit.cut2 }

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

  /// Whitening factors, for independent residuals of variance 1: w₁ = r₁ · s₁, w₂ = (r₂ − mix · w₁)
  /// · s₂.
  func whitening(_ noise: FieldNoise) -> (first: Double, mix: Double, second: Double) {
    let (strength, both, vertical) = covariance(noise)
    let first = 1 / strength.squareRoot()
    guard kind == .aided else { return (first, 0, 0) }
    let mix = both * first
    return (first, mix, 1 / max(vertical - mix * mix, 1e-14).squareRoot())
  }

  /// Squared Mahalanobis distance of the residuals, in a segment without those of up.
  func squaredDistance(_ noise: FieldNoise) -> Double {
    if kind == .segment { return values.squaredLength / (noise.field * noise.field) }
    let (first, mix, second) = whitening(noise)
    let one = values.x * first
    guard kind == .aided else { return one * one }
    let two = (values.y - mix * one) * second
    return one * one + two * two
  }
}
