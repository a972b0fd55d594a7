extension FieldFit {
  /// Whether the samples say more about the vertical axis than was known before.
  ///
  /// The scale and cross terms of z must have shrunk to under 0.7 of their prior 1σ.
  var hasSeenVertical: Bool {
    guard let covariance = equations.covariance() else { return false }
    for (parameter, deviation) in [(2, prior.scale), (4, prior.cross), (5, prior.cross)] {
      guard let index = active.firstIndex(of: parameter) else { return false }
      let variance = covariance[index * active.count + index]
      if variance > 0.49 * deviation * deviation { return false }
    }
    return true
  }
}

/// Whether the turn against the accelerometer is real.
extension FieldFit {
  /// Squared length of the three turns in their standard deviations (Wald's test); `nil` if not estimated.
  func turnSignificance(inflation: Double) -> Double? {
    guard let first = active.firstIndex(of: FieldParameters.turn),
      let covariance = equations.covariance()
    else { return nil }
    let count = active.count
    var block = [Double](repeating: 0, count: 9)
    for a in 0..<3 {
      for b in 0...a { block[a * 3 + b] = covariance[(first + a) * count + first + b] * inflation }
    }
    guard let factor = NormalEquations.cholesky(block, count: 3) else { return nil }
    let coefficients = parameters.coefficients
    let solved = NormalEquations.forward(
      factor, [coefficients[6], coefficients[7], coefficients[8]], count: 3)
    return solved[0] * solved[0] + solved[1] * solved[1] + solved[2] * solved[2]
  }
}
