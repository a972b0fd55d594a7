/// The sums of a least squares problem kept apart by groups of samples, for a covariance that does not trust its model.
///
/// Residuals within a group may be correlated in any way; groups are taken to be independent. Of the influences of
/// a group on the solution, H⁻¹·s of its score s, and (H − Hₖ)⁻¹·s with the group left out, the product has the
/// mean H⁻¹ for white residuals, however unequal the groups (between the estimators CR0 and CR3 of Cameron and
/// Miller, J. Human Resources 50(2), 2015).
struct ClusterSums {
  /// How many numbers are solved for.
  let count: Int
  private var matrices: [[Double]]
  private var scores: [[Double]]
  /// What is known before any sample: the diagonal of its information.
  private var prior: [Double]

  init(count: Int, groups: Int) {
    self.count = count
    matrices = Array(repeating: Array(repeating: 0, count: count * count), count: groups)
    scores = Array(repeating: Array(repeating: 0, count: count), count: groups)
    prior = Array(repeating: 0, count: count)
  }

  /// Adds one row, both divided by their standard deviation.
  ///
  /// - Parameters:
  ///   - common: The derivative by the first parameters.
  ///   - own: The derivative by those from `start`; `nil` if it depends on none.
  ///   - start: Where the row's own parameters begin.
  ///   - group: The sample's group.
  ///   - residual: The residual.
  ///   - weight: How much the sample counts.
  mutating func add(
    _ common: [Double], own: [Double]?, at start: Int, group: Int, residual: Double, weight: Double
  ) {
    for a in common.indices where common[a] != 0 {
      let scaled = common[a] * weight
      scores[group][a] -= scaled * residual
      for b in 0...a { matrices[group][a * count + b] += scaled * common[b] }
    }
    guard let own else { return }
    for a in own.indices where own[a] != 0 {
      let scaled = own[a] * weight
      let row = (start + a) * count
      scores[group][start + a] -= scaled * residual
      for b in common.indices { matrices[group][row + b] += scaled * common[b] }
      for b in 0...a { matrices[group][row + start + b] += scaled * own[b] }
    }
  }

  /// Adds what is known of a number before.
  mutating func addPrior(_ index: Int, information: Double) { prior[index] += information }

  /// The Cholesky factor of the whole; `nil` if the samples do not fix the numbers.
  var factor: [Double]? {
    var whole = [Double](repeating: 0, count: count * count)
    for matrix in matrices { for index in whole.indices { whole[index] += matrix[index] } }
    for index in 0..<count { whole[index * count + index] += prior[index] }
    return NormalEquations.cholesky(whole, count: count)
  }

  /// The covariance of the first `size` numbers, dense; `nil` if the samples do not fix them.
  func covariance(first size: Int) -> [Double]? {
    var whole = [Double](repeating: 0, count: count * count)
    for matrix in matrices { for index in whole.indices { whole[index] += matrix[index] } }
    for index in 0..<count { whole[index * count + index] += prior[index] }
    guard let factor = NormalEquations.cholesky(whole, count: count) else { return nil }
    func solve(_ factor: [Double], _ value: [Double]) -> [Double] {
      NormalEquations.backward(
        factor, NormalEquations.forward(factor, value, count: count), count: count)
    }
    var result = [Double](repeating: 0, count: size * size)
    // The prior's part.
    for index in 0..<count where prior[index] > 0 {
      var unit = [Double](repeating: 0, count: count)
      unit[index] = prior[index].squareRoot()
      let moved = solve(factor, unit)
      for a in 0..<size { for b in 0..<size { result[a * size + b] += moved[a] * moved[b] } }
    }
    for group in matrices.indices {
      let score = scores[group]
      guard score.contains(where: { $0 != 0 }) else { continue }
      var rest = whole
      for index in rest.indices { rest[index] -= matrices[group][index] }
      let moved = solve(factor, score)
      // Where a group alone fixes a number, its own weight has to do.
      let without = NormalEquations.cholesky(rest, count: count).map { solve($0, score) } ?? moved
      for a in 0..<size {
        for b in 0..<size {
          result[a * size + b] += (moved[a] * without[b] + without[a] * moved[b]) / 2
        }
      }
    }
    return result
  }
}
