import HeadingGeometry

/// Reasons that concern the other sensors, the reference field and drift.
extension CalibrationModelSelection {
  /// Noise of the vertical, rad, above which the accelerometer contributes little: 8°.
  private static let largestTilt = 0.14

  /// Adds the reasons of the estimated nuisance parameters.
  func addSensorReasons(_ result: inout CalibrationResult, _ fit: FieldFit) {
    guard data.hasUp else { return }
    if fit.nuisance.contains(.uncalibratedAccelerometer) {
      result.reasons.insert(.accelerometerUncalibrated)
    }
    if fit.nuisance.contains(.freeInclination) { result.reasons.insert(.placeDisagrees) }
    if fit.nuisance.contains(.drift) { result.reasons.insert(.drifting) }
    if fit.noise.tilt > Self.largestTilt { result.reasons.insert(.gravityDisagrees) }
    if fit.active.contains(FieldParameters.lag) { result.lag = fit.parameters.lag }
  }
}
