import HeadingGeometry
import HeadingSensing

extension NavigationFilter {
  /// 1σ of the horizontal velocity per axis, m/s.
  var velocityDeviation: Double {
    let variances = covariance.variances(at: ErrorIndex.velocity)
    return max((variances.x + variances.y) / 2, 0).squareRoot()
  }

  /// Applies a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - isSettingNew: Whether the altimeter setting has changed; the pressure offset is then
  ///     reset.
  mutating func configure(_ configuration: Navigator.Configuration, isSettingNew: Bool) {
    motion = configuration.motion
    leverArm = configuration.leverArm
    guard isSettingNew else { return }
    let deviation =
      configuration.settingAltitude == nil
      ? parameters.standardPressureError : parameters.settingError
    let height = state.altitude + state.pressureOffset
    state.pressureOffset = configuration.settingAltitude ?? 0
    covariance.reset(ErrorIndex.pressureOffset, variance: deviation * deviation)
    if hasAltitude {
      // The pressure altitude is kept; the altitude follows the setting.
      state.altitude = height - state.pressureOffset
      covariance.reset(ErrorIndex.position + 2, variance: 1e6)
    }
  }
}
