import HeadingEngine
package import HeadingGeometry
package import HeadingSensing
package import HeadingStorage

extension CalibrationProfile {
  /// A profile that says of the magnetometer that it is not calibrated: with the bound that is taken without one.
  ///
  /// - Parameters:
  ///   - mount: The mount matrix in force.
  ///   - created: The present time, if it can be trusted.
  /// - Returns: A profile that changes nothing.
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
