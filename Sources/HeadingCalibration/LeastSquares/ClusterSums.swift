/// Normal equations by cluster of samples, for a cluster-robust (sandwich) covariance.
///
/// Residuals may be correlated in any way within a cluster; clusters are independent. With H the
/// normal matrix and s the score of cluster k, the product of H⁻¹·s and (H − Hₖ)⁻¹·s has the mean
/// H⁻¹ for white residuals, however unequal the clusters (between the estimators CR0 and CR3 of
/// Cameron and Miller, J. Human Resources 50(2), 2015).
struct ClusterSums {
  /// Number of parameters.
  let count: Int
  private var matrices: [[Double]]
  private var scores: [[Double]]
  /// Diagonal of the prior's information matrix.
  private var prior: [Double]

  init(count: Int, groups: Int) {
    self.count = count
    matrices = Array(repeating: Array(repeating: 0, count: count * count), count: groups)
    scores = Array(repeating: Array(repeating: 0, count: count), count: groups)
    prior = Array(repeating: 0, count: count)
  }

  /// Adds one row and its residual, both divided by their standard deviation.
  ///
  /// - Parameters:
  ///   - common: Derivative with respect to the first parameters.
  ///   - own: Derivative with respect to those from `start`; `nil` if there are none.
  ///   - start: Index of the first own parameter.
  ///   - group: The sample's cluster.
  ///   - residual: The residual.
  ///   - weight: Weight of the sample.
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

  /// Adds prior information of a parameter.
  mutating func addPrior(_ index: Int, information: Double) { prior[index] += information }

  /// The Cholesky factor of the normal matrix; `nil` if it is singular.
  var factor: [Double]? {
    var whole = [Double](repeating: 0, count: count * count)
    for matrix in matrices { for index in whole.indices { whole[index] += matrix[index] } }
    for index in 0..<count { whole[index * count + index] += prior[index] }
    return NormalEquations.cholesky(whole, count: count)
  }

  /// Covariance of the first `size` parameters, dense; `nil` if the normal matrix is singular.
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
    // Contribution of the prior.
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
      // If the cluster alone determines a parameter, H − Hₖ is singular.
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
