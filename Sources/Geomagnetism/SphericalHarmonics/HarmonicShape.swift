/// Dimensions of an expansion, and the offsets of the parts of its table.
struct HarmonicShape: Sendable {
  /// Highest degree n of the field.
  let degree: Int

  /// Highest degree n whose rate is not zero.
  let rateDegree: Int

  /// Offset of order 0.
  let zonal: Int

  /// Offset of the terms with a rate.
  let varying: Int

  /// Offset of the terms without a rate.
  let constant: Int

  /// Lines of the whole table.
  let count: Int

  /// Computes the offsets.
  init(degree: Int, rateDegree: Int) {
    self.degree = degree
    self.rateDegree = rateDegree
    var rows = 0
    for first in stride(from: 0, through: degree, by: 4) { rows += 2 * (degree - first + 1) }
    zonal = rows
    varying = zonal + 2 * degree
    let varyingTerms = rateDegree * (rateDegree + 1) / 2
    constant = varying + 4 * varyingTerms
    count = constant + 2 * (degree * (degree + 1) / 2 - varyingTerms)
  }
}
