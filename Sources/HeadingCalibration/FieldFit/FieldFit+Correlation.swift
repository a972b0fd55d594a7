import HeadingGeometry

/// Estimation of the residuals' autocorrelation.
extension FieldFit {
  /// Measures the integrated autocorrelation time of each kind of residual.
  ///
  /// Residuals are projected to the body-frame direction in which they change the estimate, since
  /// the body rotates between samples.
  func measuredCorrelation() -> FieldCorrelation {
    var field: [Vector3] = []
    var tilt: [Vector3] = []
    var length: [Vector3] = []
    field.reserveCapacity(residuals.count)
    for index in residuals.indices where included[index] && !isOutlier[index] {
      let residual = residuals[index]
      switch residual.kind {
      case .segment:
        field.append(residual.values)
        if let up = residual.up, isUpright(up, noise) { tilt.append(Vector3(up.x, up.y, 0)) }
      case .free, .aided:
        field.append(residual.gradient * residual.values.x)
        if residual.kind == .aided {
          let along = residual.gradient.dot(residual.gradientUp) / residual.gradient.squaredLength
          let rest = residual.values.y - along * residual.values.x
          tilt.append(residual.gradientUp * (rest / max(residual.tiltGain, 1e-3)))
        }
      }
      if let excess = residual.forceExcess, isPlausible(excess: excess) {
        length.append((data.samples[index].up ?? .zero) * excess)
      }
    }
    return FieldCorrelation(
      field: Self.correlationTime(field), tilt: Self.correlationTime(tilt),
      length: Self.correlationTime(length))
  }

  /// 1 + 2 Σ ρ(k), up to the first insignificant lag (initial positive sequence).
  private static func correlationTime(_ values: [Vector3]) -> Double {
    guard values.count > 30 else { return 1 }
    var power = 0.0
    for value in values { power += value.squaredLength }
    guard power > 0 else { return 1 }
    var inflation = 1.0
    let chance = 2.5 / Double(values.count).squareRoot()
    for lag in 1..<(values.count / 4) {
      var sum = 0.0
      for index in lag..<values.count { sum += values[index].dot(values[index - lag]) }
      let correlation = sum / power
      if correlation < chance { break }
      inflation += 2 * correlation
    }
    return inflation
  }
}
