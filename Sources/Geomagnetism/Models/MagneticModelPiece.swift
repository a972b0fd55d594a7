/// A time interval over which a model is linear.
struct MagneticModelPiece: Sendable {
  /// Reference time of the coefficients, decimal year.
  let epoch: Double

  /// The terms, arranged for evaluation.
  let expansion: HarmonicExpansion

  /// The same terms for evaluation in pairs; `nil` for large models.
  let pair: PairExpansion?

  /// Upper bound of the field's spatial gradient at the epoch, T/m.
  let gradientBound: Double

  /// Growth of the bound, T/(m·year).
  let gradientRateBound: Double

  /// Arranges coefficients in nT and nT/year; g and h of a term may come separately.
  init(epoch: Double, coefficients: [GaussCoefficient]) {
    self.epoch = epoch
    expansion = HarmonicExpansion(coefficients)
    #if _pointerBitWidth(_32)
      // Without vectors of two doubles a pair costs as much as two positions, and 13 kB.
      pair = nil
    #else
      pair = PairExpansion(expansion)
    #endif

    // The mean over a sphere of |∇B|² of degree n is (n + 1)(n + 2)(2n + 3) (a/r)^(2n+6) cₙ² / a²,
    // with cₙ² = Σ g² + h² (F. J. Lowes, J. Geophys. Res. 71 (1966), 2179, for |B|²; once more for
    // its Cartesian components, which are harmonics of degree n + 1). The sum of squares over the
    // 2n + 1 terms is the same everywhere, so no place exceeds the mean by more than 2n + 1; and no
    // direction of a symmetric tensor without trace takes more than 2/3 of its square.
    let degree = coefficients.reduce(1) { max($0, $1.degree) }
    var powers = [SIMD2<Double>](repeating: .zero, count: degree + 1)
    for term in coefficients {
      powers[term.degree] += SIMD2(
        term.g * term.g + term.h * term.h, term.gRate * term.gRate + term.hRate * term.hRate)
    }
    var bound = SIMD2<Double>.zero
    // The smallest geocentric radius: the pole, 11 km below the ellipsoid.
    let ratio = 6371.2 / 6345.7
    var power = ratio * ratio * ratio
    for n in 1...degree {
      power *= ratio
      let product = Double((2 * n + 1) * (n + 1) * (n + 2) * (2 * n + 3)) * 2 / 3
      bound +=
        SIMD2(powers[n].x.squareRoot(), powers[n].y.squareRoot())
        * (product.squareRoot() * power * 1e-9 / 6_371_200)
    }
    gradientBound = bound.x
    gradientRateBound = bound.y
  }
}
