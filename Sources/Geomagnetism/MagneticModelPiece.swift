/// A stretch of time over which a model is linear.
struct MagneticModelPiece: Sendable {
  /// Decimal year the coefficients are for.
  let epoch: Double

  /// The terms, arranged for evaluation.
  let expansion: HarmonicExpansion

  /// Arranges coefficients in nT and nT a year; g and h of a term may come separately.
  init(epoch: Double, coefficients: [GaussCoefficient]) {
    self.epoch = epoch
    expansion = HarmonicExpansion(coefficients)
  }
}
