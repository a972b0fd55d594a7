import HeadingGeometry
import RealModule

/// Whether what a fit has found stands out of chance.
extension FieldFit {
  /// Squared length of three neighbouring numbers in their standard deviations (Wald's test), by the covariance
  /// under which it is least; 0 if they are not estimated.
  func significance(of parameter: Int) -> Double {
    var least = modelSignificance(of: parameter)
    for grouping in [Grouping.time, .attitude] {
      guard let covariance = covariance(by: grouping) else { continue }
      least = min(least, significance(of: parameter, covariance) ?? least)
    }
    return least
  }

  /// The same by the covariance of the model alone.
  func modelSignificance(of parameter: Int) -> Double {
    equations.covariance().flatMap { significance(of: parameter, $0) } ?? 0
  }

  private func significance(of parameter: Int, _ covariance: [Double]) -> Double? {
    guard let first = active.firstIndex(of: parameter) else { return nil }
    let coefficients = parameters.coefficients
    let vector =
      switch parameter {
      case FieldParameters.accelerometerBias: parameters.accelerometerBias
      case FieldParameters.accelerometerScale: parameters.accelerometerScale
      case FieldParameters.drift: parameters.drift
      default: Vector3(coefficients[6], coefficients[7], coefficients[8])
      }
    let values = [vector.x, vector.y, vector.z]
    var block: [Double] = []
    for a in 0..<3 {
      for b in 0..<3 { block.append(covariance[(first + a) * active.count + first + b]) }
    }
    guard let factor = NormalEquations.cholesky(block, count: 3) else { return nil }
    let solved = NormalEquations.forward(factor, values, count: 3)
    return solved[0] * solved[0] + solved[1] * solved[1] + solved[2] * solved[2]
  }

  /// By how many standard deviations the samples' inclination differs from the place's; 0 where it is not estimated.
  var inclinationSurprise: Double {
    guard let expected = prior.inclination else { return 0 }
    return surprise(
      FieldParameters.dip, parameters.inclination - expected, prior.inclinationDeviation)
  }

  /// By how many standard deviations the samples' lag differs from none.
  var lagSurprise: Double { surprise(FieldParameters.lag, parameters.lag, prior.lag) }

  /// Of a prior with variance p that has become q the estimate moves by chance with the variance p − q.
  private func surprise(_ parameter: Int, _ moved: Double, _ deviation: Double) -> Double {
    guard let index = active.firstIndex(of: parameter), let covariance = equations.covariance()
    else { return 0 }
    let before = deviation * deviation
    let after = covariance[index * active.count + index]
    guard after < before * 0.999 else { return 0 }
    return abs(moved) / (before - after).squareRoot()
  }
}
