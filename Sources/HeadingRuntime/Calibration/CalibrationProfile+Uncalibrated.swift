import HeadingEngine
package import HeadingGeometry
package import HeadingSensing
package import HeadingStorage

extension CalibrationProfile {
  /// Profile of an uncalibrated magnetometer, with the heading error assumed without a calibration.
  ///
  /// - Parameters:
  ///   - mounts: The mount matrices in force.
  ///   - created: The present time, if it is trusted.
  /// - Returns: A profile that leaves the samples unchanged.
  package static func uncalibrated(
    mounts: [SensorKind: MountMatrix], created: UniversalTime?
  ) -> CalibrationProfile {
    var parameters = CalibrationParameters()
    parameters.headingError = HeadingEngine.uncalibratedError
    var profile = CalibrationProfile(parameters: parameters)
    profile.mounts = mounts
    profile.created = created
    profile.rung = "none"
    return profile
  }
}
