import HeadingGeometry
import RealModule

/// Hypothesis tests of estimated parameters.
extension FieldFit {
  /// Wald statistic of consecutive parameters, the least over the covariance estimates; 0 if not
  /// estimated.
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

  /// Wald statistic with the covariance of the model alone.
  func modelSignificance(of parameter: Int, count: Int = 3) -> Double {
    equations.covariance().flatMap { significance(of: parameter, count, $0) } ?? 0
  }

  private func significance(of parameter: Int, _ count: Int, _ covariance: [Double]) -> Double? {
    guard let first = active.firstIndex(of: parameter) else { return nil }
    let (bias, scale) = (parameters.accelerometerBias, parameters.accelerometerScale)
    let (drift, misalignment) = (parameters.drift, parameters.misalignment)
    let values =
      switch parameter {
      case FieldParameters.accelerometerBias: [bias.x, bias.y, bias.z, scale.x, scale.y, scale.z]
      case FieldParameters.drift: [drift.x, drift.y, drift.z]
      default: [misalignment.x, misalignment.y, misalignment.z]
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

  /// 1σ of a parameter, the largest over the covariance estimates; `nil` if not estimated.
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

  /// Standard deviations by which the estimated lag differs from zero.
  ///
  /// With prior variance p and posterior variance q, the estimate has variance p − q under the null
  /// hypothesis.
  var lagSignificance: Double {
    guard let index = active.firstIndex(of: FieldParameters.lag),
      let covariance = equations.covariance()
    else { return 0 }
    let before = prior.lag * prior.lag
    let after = covariance[index * active.count + index]
    guard after < before * (1 - 1e-7) else { return 0 }
    return abs(parameters.lag) / (before - after).squareRoot()
  }
}
