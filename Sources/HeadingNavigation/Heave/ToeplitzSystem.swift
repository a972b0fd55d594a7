/// Linear equations with a symmetric, positive definite Toeplitz matrix, solved by Levinson's
/// recursion in n² steps (Golub and Van Loan, Matrix Computations, algorithm 4.7.2).
enum ToeplitzSystem {
  /// Solves the equations.
  ///
  /// - Parameters:
  ///   - row: First row of the matrix, n > 0 numbers; the first is positive.
  ///   - sides: Right-hand sides, n numbers each.
  /// - Returns: A solution of n numbers for each right-hand side.
  static func solve(row: [Double], sides: [[Double]]) -> [[Double]] {
    var solutions = sides.map { side in
      var solution = [Double](repeating: 0, count: row.count)
      solution[0] = side[0] / row[0]
      return solution
    }
    // Prediction from the m newest values, and the mean square of its error.
    var predictor = [Double](repeating: 0, count: row.count)
    predictor[0] = 1
    var error = row[0]
    for m in 1..<row.count {
      var sum = 0.0
      for i in 0..<m { sum += predictor[i] * row[m - i] }
      let reflection = -sum / error
      for i in 0...(m / 2) {
        let (low, high) = (predictor[i], predictor[m - i])
        predictor[i] = low + reflection * high
        predictor[m - i] = high + reflection * low
      }
      error *= 1 - reflection * reflection
      for index in solutions.indices {
        var sum = sides[index][m]
        for i in 0..<m { sum -= solutions[index][i] * row[m - i] }
        let change = sum / error
        for i in 0...m { solutions[index][i] += change * predictor[m - i] }
      }
    }
    return solutions
  }
}
