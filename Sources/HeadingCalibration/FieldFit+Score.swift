import HeadingGeometry

/// How well a fit explains samples.
extension FieldFit {
  /// Sum of squared distances at a given noise, an outlier counting as the cut, up's own in chains included.
  ///
  /// - Parameters:
  ///   - noise: The noise.
  ///   - held: Samples to count; those with `true` in ``included`` if `nil`.
  /// - Returns: The sum.
  func cost(_ noise: FieldNoise, over held: [Bool]? = nil) -> Double {
    var sum = 0.0
    for index in residuals.indices where held.map({ $0[index] }) ?? included[index] {
      let residual = residuals[index]
      var distance = min(residual.squaredDistance(noise), residual.cut)
      if let up = residual.up {
        distance += min(
          (up.x * up.x + up.y * up.y) / (noise.tilt * noise.tilt), FieldFit.cut2)
      }
      sum += distance * data.samples[index].weight
    }
    return sum
  }

  /// Root mean square of the residual field over samples, outliers left out, in units of the field.
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

  /// The same over all samples that another fit does not take for outliers.
  func rootMeanSquare(withoutOutliersOf other: FieldFit) -> Double {
    var sum = 0.0
    var number = 0.0
    for index in residuals.indices where !other.isOutlier[index] {
      sum += residuals[index].values.squaredLength
      number += 1
    }
    return (sum / max(number, 1)).squareRoot()
  }

  /// Outliers among the samples.
  var outlierCount: Int { isOutlier.count { $0 } }
}
