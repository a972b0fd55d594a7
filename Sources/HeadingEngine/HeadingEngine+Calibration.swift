package import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
package import HeadingSensing

extension HeadingEngine {
  /// Puts a calibration into force; `nil` for none.
  ///
  /// What was learnt with the one before holds as far as the samples are calibrated as before, and nothing of the field else:
  /// a device that lay still while it was calibrated has its heading with the next fields.
  mutating func use(calibration new: CalibrationParameters?) {
    let before = calibration ?? CalibrationParameters()
    let after = new ?? CalibrationParameters()
    let wasKnown = !calibrationError.isUncalibrated
    calibration = new
    calibrationError.use(new)
    mismatch = FieldMismatch()
    let change = before.gyroscopeBias - after.gyroscopeBias
    let isForceNew =
      after.accelerometerBias != before.accelerometerBias
      || after.accelerometerScale != before.accelerometerScale
    if change != .zero { orientation.recalibrateRate(by: change) }
    if isForceNew { orientation.recalibrateForce() }
    if change != .zero || isForceNew {
      navigator.recalibrateInertial(addingToRates: change, isForceNew: isForceNew)
    }
    if after.origin != before.origin { tellReference() }
    let isKnown = !calibrationError.isUncalibrated
    guard !after.hasSameField(as: before) || isKnown != wasKnown else { return }
    orientation.recalibrateField(parameters: Self.orientationParameters(for: new))
    navigator.recalibrateField()
  }
}

extension HeadingEngine {
  /// How the orientation is estimated with a calibration, `nil` for none.
  package static func orientationParameters(
    for calibration: CalibrationParameters?
  ) -> OrientationParameters {
    CalibrationError.isNone(calibration) ? .uncalibrated : OrientationParameters()
  }
}

extension CalibrationParameters {
  /// Whether both make the same field of what a magnetometer says.
  fileprivate func hasSameField(as other: CalibrationParameters) -> Bool {
    hardIron == other.hardIron && softIron == other.softIron && load == other.load
      && temperature == other.temperature
  }
}
