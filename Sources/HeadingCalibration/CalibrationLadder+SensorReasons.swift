import HeadingGeometry

/// What a fit has found about the other sensors, the place and the time.
extension CalibrationLadder {
  /// Scatter of the vertical, rad, beyond which the accelerometer says little: 8°.
  private static let largestTilt = 0.14

  /// Names what was found beside the calibration.
  func explainSensors(_ result: inout CalibrationResult, _ fit: FieldFit) {
    guard data.hasUp else { return }
    if fit.scope.contains(.uncalibratedAccelerometer) {
      result.reasons.insert(.accelerometerUncalibrated)
    }
    if fit.scope.contains(.freeInclination) { result.reasons.insert(.placeDisagrees) }
    if fit.scope.contains(.drift) { result.reasons.insert(.drifting) }
    if fit.noise.tilt > Self.largestTilt { result.reasons.insert(.gravityDisagrees) }
    if fit.active.contains(FieldParameters.lag) { result.lag = fit.parameters.lag }
  }
}
