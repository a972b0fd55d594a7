import HeadingGeometry
import RealModule

/// Prediction of the remaining heading error.
extension CalibrationModelSelection {
  /// 1σ of the hard iron's future drift, as a fraction of the observed drift.
  private static let driftLeft = 0.6

  /// 1σ of the vertical field over the strength, if neither a reference field nor tilts determine
  /// it.
  private static let verticalField = 0.25

  /// 1σ of the vertical hard iron, which rotation about the vertical does not separate from the
  /// vertical field.
  private func unobservableOffset(_ fit: FieldFit) -> Vector3 {
    let parameters = fit.parameters
    var sum = Vector3.zero
    guard isInclinationUnobservable else { return sum }
    for residual in fit.residuals { sum += residual.vertical }
    return parameters.distortion * (sum.direction ?? .zero)
      * (Self.verticalField * parameters.strength)
  }

  /// Largest prediction of the model's and the cluster-robust covariances, plus motion-correlated
  /// errors.
  ///
  /// - Parameters:
  ///   - used: Parameters of the calibration.
  ///   - fit: The fit of the largest model.
  /// - Returns: The prediction and the attitude-dependent field error, T; `nil` if the normal
  ///   matrix is singular.
  func prediction(
    of used: FieldParameters, _ fit: FieldFit
  ) -> (error: HeadingErrorPrediction, localField: Double)? {
    guard let model = fit.equations.covariance() else { return nil }
    func predict(_ covariance: [Double]) -> HeadingErrorPrediction {
      var whole = covariance
      let drift = fit.parameters.drift * Self.driftLeft
      let open = unobservableOffset(fit)
      for a in fit.active.indices {
        for b in fit.active.indices {
          let (first, second) = (fit.active[a] - 9, fit.active[b] - 9)
          guard (0..<3).contains(first), (0..<3).contains(second) else { continue }
          whole[a * fit.active.count + b] +=
            drift[first] * drift[second] + open[first] * open[second]
        }
      }
      return HeadingErrorPrediction(
        parameters: fit.parameters.atTheEnd, used: used, covariance: whole, active: fit.active)
    }
    var result = predict(model)
    var localField = 0.0
    for grouping in [FieldFit.Grouping.time, .longTime, .attitude] {
      guard let covariance = fit.covariance(by: grouping) else { continue }
      result.widen(to: predict(covariance), chance: grouping == .longTime ? 0.8 : 0.4)
    }
    if let coherent = fit.coherentCovariance() {
      let more = HeadingErrorPrediction(
        parameters: fit.parameters.atTheEnd, used: fit.parameters.atTheEnd,
        covariance: coherent.matrix, active: fit.active)
      result.add(more)
      localField = coherent.field * data.unit
    }
    let lean = leaning(fit) * abs(Double.tan(fit.parameters.inclination))
    if lean > 0 {
      let error = Angle(radians: min(lean, .pi))
      result.add(
        HeadingErrorPrediction(
          level: error, tilt20: error, tilt45: error,
          byHeading: result.byHeading.map { _ in error }))
    }
    return (result, localField)
  }
}

extension HeadingErrorPrediction {
  /// Adds an independent error in quadrature.
  mutating func add(_ other: HeadingErrorPrediction) {
    func sum(_ own: Angle, _ other: Angle) -> Angle {
      let square = own.radians * own.radians + other.radians * other.radians
      return Angle(radians: min(square.squareRoot(), Self.unknown.level.radians))
    }
    level = sum(level, other.level)
    tilt20 = sum(tilt20, other.tilt20)
    tilt45 = sum(tilt45, other.tilt45)
    for index in byHeading.indices {
      byHeading[index] = sum(byHeading[index], other.byHeading[index])
    }
  }

  /// Raises the prediction to another one beyond its estimation error.
  ///
  /// By chance, variances from some thirty clusters are up to 40 % larger, from ten clusters 80 %.
  mutating func widen(to other: HeadingErrorPrediction, chance: Double) {
    func wider(_ own: Angle, _ other: Angle) -> Angle {
      let (a, b) = (own.radians, other.radians)
      return Angle(radians: max(a, max(b * b - a * a * chance, 0).squareRoot()))
    }
    level = wider(level, other.level)
    tilt20 = wider(tilt20, other.tilt20)
    tilt45 = wider(tilt45, other.tilt45)
    for index in byHeading.indices {
      byHeading[index] = wider(byHeading[index], other.byHeading[index])
    }
  }
}
