import RealModule

/// Normal equations of a least squares problem over the active parameters, and their solution.
struct NormalEquations {
  /// Sum of products of each pair of columns, dense over the active parameters, lower half.
  private(set) var matrix: [Double]
  /// Sum of each column times the residual, signed such that `matrix · step = right`.
  private(set) var right: [Double]
  /// Indices of the active parameters in ``FieldParameters``.
  let active: [Int]

  init(active: [Int]) {
    self.active = active
    matrix = Array(repeating: 0, count: active.count * active.count)
    right = Array(repeating: 0, count: active.count)
  }

  /// Adds one row with its residual, both divided by their standard deviation; nothing is allocated.
  ///
  /// - Parameters:
  ///   - row: Derivative of the residual with respect to the active parameters, in their order.
  ///   - residual: The residual at the current parameters.
  ///   - weight: Weight of the sample.
  mutating func add(_ row: [Double], residual: Double, weight: Double) {
    let count = active.count
    var start = 0
    for a in 0..<count {
      // Many rows depend on a few parameters only.
      if row[a] != 0 {
        let scaled = row[a] * weight
        right[a] -= scaled * residual
        for b in 0...a { matrix[start + b] += scaled * row[b] }
      }
      start += count
    }
  }

  /// Adds a Gaussian prior: mean minus current value, and 1σ.
  mutating func addPrior(_ parameter: Int, difference: Double, deviation: Double) {
    guard let a = active.firstIndex(of: parameter) else { return }
    let weight = 1 / (deviation * deviation)
    matrix[a * active.count + a] += weight
    right[a] += weight * difference
  }

  /// Eliminates a segment's own parameters: matrix −= Kᵀ·K, right −= Kᵀ·v, with K of `rows` rows.
  mutating func reduce(_ factor: [Double], _ value: [Double], rows: Int) {
    let count = active.count
    for row in 0..<rows {
      for a in 0..<count {
        let left = factor[row * count + a]
        right[a] -= left * value[row]
        for b in 0...a { matrix[a * count + b] -= left * factor[row * count + b] }
      }
    }
  }

  /// The Cholesky factor L with L·Lᵀ = matrix, the diagonal enlarged by `damping`; `nil` if not positive definite.
  static func cholesky(_ matrix: [Double], count: Int, damping: Double = 0) -> [Double]? {
    var factor = matrix
    for a in 0..<count {
      for b in 0...a {
        var sum = matrix[a * count + b]
        if a == b { sum *= 1 + damping }
        for k in 0..<b { sum -= factor[a * count + k] * factor[b * count + k] }
        if a == b {
          guard sum > 0, sum.isFinite else { return nil }
          factor[a * count + a] = sum.squareRoot()
        } else {
          factor[a * count + b] = sum / factor[b * count + b]
        }
      }
    }
    return factor
  }

  /// Solves L·y = v.
  static func forward(_ factor: [Double], _ value: [Double], count: Int) -> [Double] {
    var result = value
    for a in 0..<count {
      for k in 0..<a { result[a] -= factor[a * count + k] * result[k] }
      result[a] /= factor[a * count + a]
    }
    return result
  }

  /// Solves Lᵀ·x = y.
  static func backward(_ factor: [Double], _ value: [Double], count: Int) -> [Double] {
    var result = value
    for a in stride(from: count - 1, through: 0, by: -1) {
      for k in (a + 1)..<max(count, a + 1) { result[a] -= factor[k * count + a] * result[k] }
      result[a] /= factor[a * count + a]
    }
    return result
  }

  /// The step and its squared length in standard deviations; `nil` if the matrix is singular.
  func solution(damping: Double) -> (step: FieldParameters.Row, decrement: Double)? {
    let count = active.count
    guard let factor = Self.cholesky(matrix, count: count, damping: damping) else { return nil }
    let half = Self.forward(factor, right, count: count)
    let solved = Self.backward(factor, half, count: count)
    var step = FieldParameters.Row(repeating: 0)
    var decrement = 0.0
    for a in 0..<count {
      step[active[a]] = solved[a]
      decrement += half[a] * half[a]
    }
    return (step, decrement)
  }

  /// Covariance of the active parameters, dense; `nil` if the matrix is singular.
  func covariance() -> [Double]? {
    let count = active.count
    guard let factor = Self.cholesky(matrix, count: count) else { return nil }
    var result = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      let solved = Self.backward(
        factor, Self.forward(factor, unit, count: count), count: count)
      for row in 0..<count { result[row * count + column] = solved[row] }
    }
    return result
  }
}
