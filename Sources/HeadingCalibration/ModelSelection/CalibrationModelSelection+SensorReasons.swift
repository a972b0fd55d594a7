import HeadingGeometry
import RealModule

/// Reasons that concern the other sensors, the reference field and drift.
extension CalibrationModelSelection {
  /// Noise of the vertical, rad, above which the accelerometer contributes little: 8°.
  private static let largestTilt = 0.14

  /// Excess of the force over gravity that an accelerometer's errors explain, as a share: 80 mg are the
  /// tolerance of the MPU-6050's z axis, 90 mg of the LSM9DS1's.
  private static let forceError = (calibrated: 0.005, other: 0.08)

  /// Lean of the vertical in level motion, rad, that the force's excess over gravity shows.
  ///
  /// In a steady turn of a vehicle, or of an aircraft that banks, the force is constant in the body and
  /// leans by arccos(g / |f|): the field then describes a cone around another axis, which resembles soft iron.
  func leaning(_ fit: FieldFit) -> Double {
    // A receiver's speed gives the acceleration of a turn.
    guard isLevel, data.hasUp, raw.allSatisfy({ $0.speed == nil }) else { return 0 }
    // In level motion an estimated bias along up would explain any excess.
    var lengths = data.samples.compactMap { sample in
      sample.force.map {
        ($0 - sample.verticalRate().cross(fit.parameters.velocity + sample.velocity)).length
      }
    }
    let allowance =
      knowledge.accelerometer == .calibrated ? Self.forceError.calibrated : Self.forceError.other
    let excess = (FieldFit.median(&lengths) ?? 1) - 1 - allowance
    return excess > 0 ? Double.acos(1 / (1 + excess)) : 0
  }

  /// Adds the reasons of the estimated nuisance parameters.
  func addSensorReasons(_ result: inout CalibrationResult, _ fit: FieldFit) {
    guard data.hasUp else { return }
    if fit.nuisance.contains(.uncalibratedAccelerometer) {
      result.reasons.insert(.accelerometerUncalibrated)
    }
    if fit.nuisance.contains(.freeInclination) { result.reasons.insert(.placeDisagrees) }
    if fit.nuisance.contains(.drift) { result.reasons.insert(.drifting) }
    if fit.noise.tilt > Self.largestTilt || leaning(fit) > 0 {
      result.reasons.insert(.gravityDisagrees)
    }
    if fit.active.contains(FieldParameters.lag) { result.lag = fit.parameters.lag }
  }
}
