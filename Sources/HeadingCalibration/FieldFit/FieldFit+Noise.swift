import HeadingGeometry

/// Estimation of the measurement noise from the residuals.
extension FieldFit {
  /// Least noise, to avoid division by zero on noise-free simulations: 1e-5 of the field, 0.01°.
  private static let leastField = 1e-5
  private static let leastTilt = 1.7e-4

  /// Noise from median absolute residuals (50 % breakdown point), for the first iterations.
  func robustNoise() -> FieldNoise {
    var strengths: [Double] = []
    var tilts: [Double] = []
    strengths.reserveCapacity(residuals.count)
    tilts.reserveCapacity(residuals.count)
    var lengths: [Double] = []
    for (index, residual) in residuals.enumerated() where included[index] {
      if let excess = residual.forceExcess { lengths.append(abs(excess)) }
      switch residual.kind {
      case .free, .aided:
        strengths.append(abs(residual.values.x) / residual.gradient.length)
        if residual.kind == .aided {
          let along = residual.gradient.dot(residual.gradientUp) / residual.gradient.squaredLength
          tilts.append(abs(residual.values.y - along * residual.values.x) / residual.tiltGain)
        }
      case .segment:
        for axis in 0..<3 { strengths.append(abs(residual.values[axis])) }
        if let up = residual.up {
          tilts.append(abs(up.x))
          tilts.append(abs(up.y))
        }
      }
    }
    var result = FieldNoise()
    if let median = Self.median(&strengths) { result.field = median / 0.6745 }
    result.field = max(result.field, Self.leastField)
    if let median = Self.median(&tilts) {
      let total = median / 0.6745
      let own = usesSegments ? 0 : crossVariance(result.field)
      result.tilt = max(total * total - own, 0).squareRoot()
    }
    if let median = Self.median(&lengths) {
      result.length = max(median / 0.6745, Self.leastTilt)
    }
    // Far from the solution the split between field and tilt is wrong; a tilt noise near 0 would
    // dominate the fit.
    result.tilt = max(result.tilt, 1.5 * result.field, 0.005)
    return result
  }

  /// Noise from mean squared residuals without outliers, corrected for the fitted degrees of
  /// freedom.
  func finalNoise() -> FieldNoise {
    var squares = 0.0
    var number = 0.0
    var tiltSquares = 0.0
    var tiltNumber = 0.0
    var lengthSquares = 0.0
    var lengthNumber = 0.0
    for (index, residual) in residuals.enumerated() where included[index] && !isOutlier[index] {
      let weight = data.samples[index].weight
      if let excess = residual.forceExcess, isPlausible(excess: excess) {
        lengthSquares += excess * excess * weight
        lengthNumber += weight
      }
      switch residual.kind {
      case .free, .aided:
        squares += residual.values.x * residual.values.x / residual.gradient.squaredLength * weight
        number += weight
        if residual.kind == .aided {
          let along = residual.gradient.dot(residual.gradientUp) / residual.gradient.squaredLength
          let rest = (residual.values.y - along * residual.values.x) / residual.tiltGain
          tiltSquares += rest * rest * weight
          tiltNumber += weight
        }
      case .segment:
        squares += residual.values.squaredLength * weight
        number += 3 * weight
        if let up = residual.up, isUpright(up, noise) {
          tiltSquares += (up.x * up.x + up.y * up.y) * weight
          tiltNumber += 2 * weight
        }
      }
    }
    // Degrees of freedom are charged to each kind of residual in proportion.
    let unknowns = Double(active.count) + (usesSegments ? 7 * Double(segments.count) : 0)
    let share = unknowns / max(number + tiltNumber, 1)
    guard number > 0, share < 0.9 else { return robustNoise() }
    var result = FieldNoise()
    result.field = max((squares / (number * (1 - share))).squareRoot(), Self.leastField)
    result.length = noise.length
    if lengthNumber > 0 {
      result.length = max((lengthSquares / lengthNumber).squareRoot(), Self.leastTilt)
    }
    if tiltNumber > 0 {
      let own = usesSegments ? 0 : crossVariance(result.field)
      let total = tiltSquares / (tiltNumber * (1 - share))
      result.tilt = max(max(total - own, 0).squareRoot(), Self.leastTilt)
    }
    return result
  }

  /// Whether a measured up agrees with the segment's attitude; shocks do not.
  func isUpright(_ up: Vector3, _ noise: FieldNoise) -> Bool {
    up.z > 0 && up.x * up.x + up.y * up.y < Self.outlierThreshold2 * noise.tilt * noise.tilt
  }

  /// Contribution of the magnetometer noise to the variance of the tilt residual, mean over the
  /// samples, rad².
  private func crossVariance(_ field: Double) -> Double {
    var sum = 0.0
    var number = 0.0
    for residual in residuals where residual.kind == .aided {
      let along = residual.gradient.dot(residual.gradientUp)
      let rest =
        residual.gradientUp.squaredLength - along * along / residual.gradient.squaredLength
      sum += rest / (residual.tiltGain * residual.tiltGain)
      number += 1
    }
    return number > 0 ? sum / number * field * field : 0
  }

  /// The median; `nil` of an empty array; sorts the values.
  static func median(_ values: inout [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    values.sort()
    return values[values.count / 2]
  }
}
