import HeadingEngine
package import HeadingGeometry
package import HeadingSensing
package import HeadingStorage

extension CalibrationProfile {
  /// Profile of an uncalibrated magnetometer, with the heading error assumed without a calibration.
  ///
  /// - Parameters:
  ///   - mount: The mount matrix in force.
  ///   - created: The present time, if it is trusted.
  /// - Returns: A profile that leaves the samples unchanged.
  package static func uncalibrated(
    mount: MountMatrix?, created: UniversalTime?
  ) -> CalibrationProfile {
    var parameters = CalibrationParameters()
    parameters.headingError = HeadingEngine.uncalibratedError
    var profile = CalibrationProfile(parameters: parameters)
    profile.mount = mount
    profile.created = created
    profile.rung = "none"
    return profile
  }
}
