import HeadingGeometry
import RealModule

/// Whether what a fit has found stands out of chance.
extension FieldFit {
  /// Squared length of neighbouring numbers in their standard deviations (Wald's test), by the covariance under
  /// which it is least; 0 if they are not estimated.
  func significance(of parameter: Int, count: Int = 3) -> Double {
    var least = modelSignificance(of: parameter, count: count)
    if let coherent = coherentCovariance(), var whole = equations.covariance() {
      for index in whole.indices { whole[index] += coherent.matrix[index] }
      least = min(least, significance(of: parameter, count, whole) ?? least)
    }
    for grouping in [Grouping.time, .attitude] {
      guard let covariance = covariance(by: grouping) else { continue }
      least = min(least, significance(of: parameter, count, covariance) ?? least)
    }
    return least
  }

  /// The same by the covariance of the model alone.
  func modelSignificance(of parameter: Int, count: Int = 3) -> Double {
    equations.covariance().flatMap { significance(of: parameter, count, $0) } ?? 0
  }

  private func significance(of parameter: Int, _ count: Int, _ covariance: [Double]) -> Double? {
    guard let first = active.firstIndex(of: parameter) else { return nil }
    let (bias, scale) = (parameters.accelerometerBias, parameters.accelerometerScale)
    let (drift, turn) = (parameters.drift, parameters.turn)
    let values =
      switch parameter {
      case FieldParameters.accelerometerBias: [bias.x, bias.y, bias.z, scale.x, scale.y, scale.z]
      case FieldParameters.drift: [drift.x, drift.y, drift.z]
      default: [turn.x, turn.y, turn.z]
      }
    var block: [Double] = []
    for a in 0..<count {
      for b in 0..<count { block.append(covariance[(first + a) * active.count + first + b]) }
    }
    guard let factor = NormalEquations.cholesky(block, count: count) else { return nil }
    var sum = 0.0
    for value in NormalEquations.forward(factor, Array(values.prefix(count)), count: count) {
      sum += value * value
    }
    return sum
  }

  /// 1σ of a number by the covariance under which it is largest; `nil` if it is not estimated.
  func deviation(of parameter: Int) -> Double? {
    guard let index = active.firstIndex(of: parameter) else { return nil }
    var largest = 0.0
    for covariance in [
      equations.covariance(), covariance(by: .time), covariance(by: .attitude),
    ] {
      guard let covariance else { continue }
      largest = max(largest, covariance[index * active.count + index])
    }
    return largest > 0 ? largest.squareRoot() : nil
  }

  /// By how many standard deviations the samples' lag differs from none.
  ///
  /// Of a prior with variance p that has become q the estimate moves by chance with the variance p − q.
  var lagSurprise: Double {
    guard let index = active.firstIndex(of: FieldParameters.lag),
      let covariance = equations.covariance()
    else { return 0 }
    let before = prior.lag * prior.lag
    let after = covariance[index * active.count + index]
    guard after < before * (1 - 1e-7) else { return 0 }
    return abs(parameters.lag) / (before - after).squareRoot()
  }
}
