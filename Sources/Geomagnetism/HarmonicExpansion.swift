internal import RealModule

/// The terms of a magnetic potential, arranged so that one pass over them gives field and rate.
///
/// Terms are stored by order m, within it by degree n. Functions are Gauss-normalised, so that the
/// recursion has one coefficient (WMM2025 report, appendix); the factor to Schmidt's
/// semi-normalisation is in the terms. A term is (g, h, ġ, ḣ) in T and T a year.
struct HarmonicExpansion: Sendable {
  /// Highest degree n of the field.
  let degree: Int

  /// Highest degree n whose rate is not zero.
  let rateDegree: Int

  /// Terms of order 0 for every n from 1: (g, ġ) times n + 1, then times n.
  let zonal: [SIMD2<Double>]

  /// Terms of the orders from 1, up to the rate's degree, each followed by the next of its
  /// order times (n + 1)² − m² over 2n + 1, which its function weighs in the slope (0 after the last).
  let varying: [SIMD4<Double>]

  /// Terms above the rate's degree, in the same way: (g, h).
  let constant: [SIMD2<Double>]

  /// Coefficients of the recursion over n: for order 0 from n = 1, then as the terms.
  let zonalRecursion: [Double]
  let recursion: [Double]

  /// Arranges Schmidt semi-normalised coefficients, T and T a year.
  init(_ coefficients: [GaussCoefficient]) {
    let degree = coefficients.reduce(1) { max($0, $1.degree) }
    let rateDegree = coefficients.reduce(1) {
      $1.gRate == 0 && $1.hRate == 0 ? $0 : max($0, $1.degree)
    }
    self.degree = degree
    self.rateDegree = rateDegree

    let stride = degree + 1
    var table = [SIMD4<Double>](repeating: .zero, count: stride * stride)
    for term in coefficients {
      table[term.order * stride + term.degree] +=
        SIMD4(term.g, term.h, term.gRate, term.hRate) * 1e-9
    }

    var zonal: [SIMD2<Double>] = []
    var zonalRecursion: [Double] = []
    var zonalFactors = [1.0]
    for n in 1...degree {
      zonalFactors.append(zonalFactors[n - 1] * Double(2 * n - 1) / Double(n))
      let term = table[n] * zonalFactors[n]
      zonal.append(SIMD2(term.x, term.z) * Double(n + 1))
      zonal.append(SIMD2(term.x, term.z) * Double(n))
      zonalRecursion.append(Self.recursionCoefficient(degree: n, order: 0))
    }
    self.zonal = zonal
    self.zonalRecursion = zonalRecursion

    var varying: [SIMD4<Double>] = []
    var constant: [SIMD2<Double>] = []
    var recursion: [Double] = []
    var factors = zonalFactors
    for m in 1...degree {
      for n in m...degree {
        let twice = m == 1 ? 2.0 : 1.0
        factors[n] *= (twice * Double(n - m + 1) / Double(n + m)).squareRoot()
        let term = table[m * stride + n] * factors[n]
        let weighted = term * (Double(n * n - m * m) / Double(2 * n - 1))
        if n <= rateDegree {
          if n > m { varying[varying.count - 1] = weighted }
          varying.append(term)
          varying.append(.zero)
        } else {
          if n == rateDegree + 1 && n > m {
            varying[varying.count - 1].lowHalf = weighted.lowHalf
          } else if n > m {
            constant[constant.count - 1] = weighted.lowHalf
          }
          constant.append(term.lowHalf)
          constant.append(.zero)
        }
        // The step from n to n + 1.
        recursion.append(Self.recursionCoefficient(degree: n + 1, order: m))
      }
    }
    self.varying = varying
    self.constant = constant
    self.recursion = recursion
  }

  /// K of P(n) = sin φ · P(n−1) − K · P(n−2), Gauss-normalised.
  private static func recursionCoefficient(degree n: Int, order m: Int) -> Double {
    n < 2 ? 0 : Double((n - 1) * (n - 1) - m * m) / Double((2 * n - 1) * (2 * n - 3))
  }
}
