/// The terms of a potential for SIMD evaluation of two positions: every coefficient twice.
///
/// Each position of a pair has one half of the vector, without moves between the halves.
struct PairExpansion: Sendable {
  /// Highest degree of this expansion.
  let degree: Int

  /// A 1; order 0, six numbers for every n from 1; then, order by order, nine numbers for every n from m.
  ///
  /// - Order 0: the recursion's coefficients (negative) of orders 0 and 1; g and ġ times n + 1; g and ġ times n.
  /// - Orders from 1: the recursion's coefficient; g, h, ġ, ḣ; the same of the next term of the order
  ///   with the weight that this one's function has in its slope. Two lines of zeros end it.
  let table: [SIMD2<Double>]

  /// Largest degree: the table must stay in the first-level cache; larger models are evaluated
  /// singly.
  static let largestDegree = 13

  /// Makes the pair form of an expansion; `nil` if it is too large.
  init?(_ expansion: HarmonicExpansion) {
    let shape = expansion.shape
    guard shape.degree <= Self.largestDegree else { return nil }
    degree = shape.degree
    func recursion(_ n: Int, _ m: Int) -> SIMD2<Double> {
      SIMD2(
        repeating: n == m ? 0 : -Double(n * n - m * m) / Double((2 * n + 1) * (2 * n - 1)))
    }
    var table = [SIMD2<Double>(repeating: 1)]
    for n in 1...shape.degree {
      let radial = expansion.table[shape.zonal + 2 * (n - 1)]
      let north = expansion.table[shape.zonal + 2 * (n - 1) + 1]
      table += [recursion(n, 0), recursion(n, 1)]
      for value in [radial.x, radial.y, north.x, north.y] { table.append(SIMD2(repeating: value)) }
    }
    var varying = shape.varying
    var constant = shape.constant
    for m in 1...shape.degree {
      for n in m...shape.degree {
        table.append(recursion(n, m))
        if n <= shape.rateDegree {
          for row in expansion.table[varying..<(varying + 4)] {
            table += [SIMD2(repeating: row.x), SIMD2(repeating: row.y)]
          }
          varying += 4
        } else {
          for row in expansion.table[constant..<(constant + 2)] {
            table += [SIMD2(repeating: row.x), SIMD2(repeating: row.y), .zero, .zero]
          }
          constant += 2
        }
      }
    }
    // The functions of the last orders are computed one step beyond their use.
    self.table = table + [SIMD2<Double>](repeating: .zero, count: 18)
  }
}
