import HeadingGeometry

/// The residuals of one sample and their derivatives; fields in units of ``FieldData/unit``.
struct FieldResidual: Sendable {
  /// Which residuals a sample has.
  enum Kind: Sendable {
    /// Field strength; a sample outside a segment without an accelerometer.
    case free
    /// Field strength and component along up; a sample outside a segment.
    case aided
    /// Three components of the raw field and the two horizontal ones of up; a sample in a segment.
    case segment
  }

  var kind: Kind
  /// Residuals of field strength and vertical component (x, y), or of the raw field's components.
  var values = Vector3.zero
  /// The Earth's field predicted in the body frame.
  var predicted = Vector3.zero
  /// Derivative of the strength with respect to the raw field.
  var gradient = Vector3.zero
  /// Derivative of the vertical component with respect to the raw field.
  var gradientUp = Vector3.zero
  /// Derivative of the vertical component with respect to tilt and to inclination.
  var tiltGain = 0.0
  /// Derivative of the vertical component with respect to the corrected force.
  var gradientForce = Vector3.zero
  /// Direction of up, body frame, after subtraction of the estimated noise.
  var vertical = Vector3.zero
  /// Magnitude of the corrected specific force minus 1, in units of gravity; `nil` without a force.
  var forceExcess: Double?
  /// Measured direction of up, transformed to the earth frame with the segment's attitude; `nil`
  /// without a force.
  var up: Vector3?

  init(kind: Kind) { self.kind = kind }

  /// Squared Mahalanobis distance beyond which the sample is an outlier.
  var outlierThreshold: Double {
    kind == .segment ? FieldFit.outlierThreshold3 : FieldFit.outlierThreshold2
  }

  /// Covariance matrix of the residuals of strength and vertical component: two variances and, as
  /// `both`, their covariance.
  func covariance(_ noise: FieldNoise) -> (strength: Double, both: Double, vertical: Double) {
    let variance = noise.field * noise.field
    let tilt = tiltGain * noise.tilt
    return (
      gradient.squaredLength * variance,
      gradient.dot(gradientUp) * variance,
      gradientUp.squaredLength * variance + tilt * tilt
    )
  }

  /// Factors that transform the residuals r into independent ones w of variance 1: w₁ = first · r₁,
  /// w₂ = second · (r₂ − mix · w₁).
  func whitening(_ noise: FieldNoise) -> (first: Double, mix: Double, second: Double) {
    let (strength, both, vertical) = covariance(noise)
    let first = 1 / strength.squareRoot()
    guard kind == .aided else { return (first, 0, 0) }
    let mix = both * first
    // In a vertical field both residuals are fully correlated; the limit avoids a division by zero.
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
