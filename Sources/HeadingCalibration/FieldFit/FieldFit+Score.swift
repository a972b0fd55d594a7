import HeadingGeometry

/// Goodness of fit.
extension FieldFit {
  /// Sum of squared Mahalanobis distances at a given noise, outliers at the threshold, those of up
  /// included.
  ///
  /// - Parameters:
  ///   - noise: The noise.
  ///   - held: Samples to count; `nil` for those in ``included``.
  /// - Returns: The sum.
  func cost(_ noise: FieldNoise, over held: [Bool]? = nil) -> Double {
    var sum = 0.0
    for index in residuals.indices where held.map({ $0[index] }) ?? included[index] {
      let residual = residuals[index]
      var distance = min(residual.squaredDistance(noise), residual.outlierThreshold)
      if let up = residual.up {
        distance += min(
          (up.x * up.x + up.y * up.y) / (noise.tilt * noise.tilt), FieldFit.outlierThreshold2)
      }
      sum += distance * data.samples[index].weight
    }
    return sum
  }

  /// Root mean square residual of the field over the given samples without outliers, in units of
  /// the field.
  func rootMeanSquare(over held: [Bool]) -> Double? {
    var sum = 0.0
    var number = 0.0
    for index in residuals.indices where held[index] && !isOutlier[index] {
      let residual = residuals[index]
      sum += residual.values.squaredLength
      number += 1
    }
    return number > 0 ? (sum / number).squareRoot() : nil
  }

  /// The same over all samples that are no outliers of another fit.
  func rootMeanSquare(withoutOutliersOf other: FieldFit) -> Double {
    var sum = 0.0
    var number = 0.0
    for index in residuals.indices where !other.isOutlier[index] {
      sum += residuals[index].values.squaredLength
      number += 1
    }
    return (sum / max(number, 1)).squareRoot()
  }

  /// Number of outliers.
  var outlierCount: Int { isOutlier.count { $0 } }
}
