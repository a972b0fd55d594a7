package import HeadingCalibration
import HeadingGeometry
package import HeadingSensing
package import HeadingStorage

extension CalibrationProfile {
  /// Profile of the result of a calibration, without sensor, mount, place and date.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - parameters: The parameters in force with it; `nil` for those of the result alone.
  package init(_ result: CalibrationResult, parameters: CalibrationParameters? = nil) {
    self.init(parameters: parameters ?? result.parameters)
    if result.fieldStrength > 0 { fieldStrength = result.fieldStrength }
    inclination = result.inclination
    coverage = result.coverage.fraction
    rung = result.rung.description
    samplesUsed = result.samplesUsed
  }

  /// Corrects the profile for the deviation found by swinging the device under it.
  ///
  /// A profile without a field strength or an inclination is taken to be of a field of 50 µT with a
  /// dip of 60°, so of a horizontal intensity of 25 µT.
  ///
  /// - Parameter curve: The deviation.
  /// - Returns: Whether it was applied; an implausibly large one (``DeviationCurve``) is not.
  package mutating func correct(for curve: DeviationCurve) -> Bool {
    let horizontal = (fieldStrength ?? 50e-6) * (inclination ?? Angle(degrees: 60)).cosine
    guard var corrected = curve.correcting(parameters, horizontal: horizontal) else {
      return false
    }
    corrected.headingError = Angle(
      degrees: max(curve.residual.degrees, parameters.headingError?.degrees ?? 0))
    parameters = corrected
    return true
  }
}
