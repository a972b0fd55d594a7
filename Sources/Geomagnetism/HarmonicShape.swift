/// The size of an expansion, and where in its table what begins.
struct HarmonicShape: Sendable {
  /// Highest degree n of the field.
  let degree: Int

  /// Highest degree n whose rate is not zero.
  let rateDegree: Int

  /// Where order 0 begins.
  let zonal: Int

  /// Where the terms with a rate begin.
  let varying: Int

  /// Where the terms without a rate begin.
  let constant: Int

  /// Counts what comes before each part.
  init(degree: Int, rateDegree: Int) {
    self.degree = degree
    self.rateDegree = rateDegree
    var rows = 0
    for first in stride(from: 0, through: degree, by: 4) { rows += 2 * (degree - first + 1) }
    zonal = rows
    varying = zonal + 2 * degree
    constant = varying + 4 * (rateDegree * (rateDegree + 1) / 2)
  }
}
