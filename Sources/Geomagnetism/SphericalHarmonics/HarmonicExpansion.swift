internal import RealModule

/// Spherical-harmonic terms of a magnetic potential, arranged for evaluation of field and rate in
/// one pass.
///
/// The associated Legendre functions are Gauss-normalised, so that their recursion has a single
/// coefficient, and divided by cosᵐ φ, which avoids a division by zero at the poles. The terms
/// contain the factor to Schmidt's semi-normalisation. All coefficients are in one table, in the
/// order of use.
struct HarmonicExpansion: Sendable {
  /// Layout of the table.
  let shape: HarmonicShape

  /// Recursion coefficients, then the terms of order 0, those with a rate, and those without a
  /// rate.
  ///
  /// - Recursion: K of the step from degree n to n + 1 (``recursion(degree:)``), in groups of four
  ///   orders (0 to 3, 4 to 7, …). Each order of a group starts at n = m; all have the length of
  ///   the group's first order.
  /// - Order 0, for each n from 1: (n + 1) · (g, ġ), then n · (g, ġ).
  /// - Orders m from 1, for each n from m to `rateDegree`: (g, h), (ġ, ḣ), and those of the term of
  ///   degree n + 1 times ((n + 1)² − m²) / (2n + 1), the coefficient of P(n) in the derivative of
  ///   P(n + 1).
  /// - For each n above `rateDegree`: (g, h), and the weighted one of degree n + 1.
  let table: [SIMD2<Double>]

  /// Converts Schmidt semi-normalised coefficients from nT and nT/year to the table, T and T/year.
  ///
  /// The coefficients g and h of a term may be in two elements, whose other one is 0.
  init(_ coefficients: [GaussCoefficient]) {
    let degree = coefficients.reduce(1) { max($0, $1.degree) }
    let rateDegree = coefficients.reduce(1) {
      $1.gRate == 0 && $1.hRate == 0 ? $0 : max($0, $1.degree)
    }
    let shape = HarmonicShape(degree: degree, rateDegree: rateDegree)
    let stride = degree + 1
    var terms = [SIMD4<Double>](repeating: .zero, count: stride * stride)
    for term in coefficients {
      terms[term.order * stride + term.degree] +=
        SIMD4(term.g, term.h, term.gRate, term.hRate) * 1e-9
    }

    // Exactly its size, in place: a microcontroller's heap is small.
    var table: [SIMD2<Double>] = []
    table.reserveCapacity(shape.count)
    Self.appendRecursion(degree: degree, to: &table)
    var factors = [1.0]
    for n in 1...degree {
      factors.append(factors[n - 1] * Double(2 * n - 1) / Double(n))
      let term = (terms[n] * factors[n]).evenHalf
      table.append(term * Double(n + 1))
      table.append(term * Double(n))
    }
    var constant: [SIMD2<Double>] = []
    for m in 1...degree {
      for n in m...degree {
        let twice = m == 1 ? 2.0 : 1.0
        factors[n] *= (twice * Double(n - m + 1) / Double(n + m)).squareRoot()
        terms[m * stride + n] *= factors[n]
      }
      for n in m...degree {
        let term = terms[m * stride + n]
        let successor = n < degree ? terms[m * stride + n + 1] : .zero
        let weighted = successor * (Double((n + 1) * (n + 1) - m * m) / Double(2 * n + 1))
        if n <= rateDegree {
          table.append(term.lowHalf)
          table.append(term.highHalf)
          table.append(weighted.lowHalf)
          table.append(weighted.highHalf)
        } else {
          constant += [term.lowHalf, weighted.lowHalf]
        }
      }
    }
    self.shape = shape
    table += constant
    self.table = table
  }

  /// Coefficients K of the recursion P(n + 1) = sin φ · P(n) − K · P(n − 1) for Gauss-normalised
  /// functions: K = (n² − m²) / ((2n + 1)(2n − 1)).
  private static func appendRecursion(degree: Int, to table: inout [SIMD2<Double>]) {
    func coefficient(_ n: Int, _ m: Int) -> Double {
      n == m ? 0 : Double(n * n - m * m) / Double((2 * n + 1) * (2 * n - 1))
    }
    for first in Swift.stride(from: 0, through: degree, by: 4) {
      for above in 0...(degree - first) {
        for m in [first, first + 2] {
          table.append(SIMD2(coefficient(m + above, m), coefficient(m + 1 + above, m + 1)))
        }
      }
    }
  }
}
