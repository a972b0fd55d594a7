package import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
package import HeadingSensing

extension HeadingEngine {
  /// Sets the calibration in use; `nil` for none.
  ///
  /// Estimates are kept for each sensor whose calibration is unchanged. All that was learned from
  /// the field is reset if its calibration has changed; a device at rest has its heading again with
  /// the next fields.
  mutating func use(calibration new: CalibrationParameters?) {
    let before = calibration ?? CalibrationParameters()
    let after = new ?? CalibrationParameters()
    let wasKnown = !calibrationError.isUncalibrated
    calibration = new
    calibrationError.use(new)
    fieldResidual = ReferenceFieldResidual()
    let change = before.gyroscopeBias - after.gyroscopeBias
    let isForceNew =
      after.accelerometerBias != before.accelerometerBias
      || after.accelerometerScale != before.accelerometerScale
    if change != .zero { orientation.recalibrateRate(by: change) }
    if isForceNew { orientation.recalibrateForce() }
    if change != .zero || isForceNew {
      navigator.recalibrateInertial(addingToRates: change, isForceNew: isForceNew)
    }
    expectGyroscopeBias()
    if after.origin != before.origin { updateReferenceField() }
    let isKnown = !calibrationError.isUncalibrated
    guard !after.hasSameField(as: before) || isKnown != wasKnown else { return }
    orientation.recalibrateField(parameters: Self.orientationParameters(for: new))
    navigator.recalibrateField()
  }

  /// Sets the expected gyroscope bias: that of the settings until a calibration has one.
  mutating func expectGyroscopeBias() {
    let isCalibrated = (calibration?.gyroscopeBias ?? .zero) != .zero
    orientation.expectBias(
      deviation: isCalibrated
        ? EngineSettings.compensatedGyroscopeBias : position.settings.gyroscopeBias)
  }
}

extension HeadingEngine {
  /// The parameters of the orientation estimator for a calibration, `nil` for none.
  package static func orientationParameters(
    for calibration: CalibrationParameters?
  ) -> OrientationParameters {
    CalibrationError.isNone(calibration) ? .uncalibrated : OrientationParameters()
  }
}

extension CalibrationParameters {
  /// Whether both correct the magnetometer in the same way.
  fileprivate func hasSameField(as other: CalibrationParameters) -> Bool {
    hardIron == other.hardIron && softIron == other.softIron && load == other.load
      && temperature == other.temperature
  }
}
