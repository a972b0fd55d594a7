import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// Handles the end of a gap of the inertial sensors: resets the mount, and tilt and heading if
  /// the field is available.
  ///
  /// The device may have slipped in its mount meanwhile.
  mutating func resumeAfterPause() {
    resetMount()
    guard let time, let lastField, time.seconds(since: lastField) < Self.confirmation else {
      return
    }
    loseAlignment()
  }

  /// Resets the mount misalignment and the vehicle's axes.
  mutating func resetMount() {
    forwardMotion.forget()
    state.vehicle = .identity
    (state.mountYaw, state.mountPitch) = (0, 0)
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.mount + axis, variance: square(Self.unknownMount))
    }
    acrossMonitor.restart(ratio: 1)
    floorMonitor.restart(ratio: 0.3)
    interruptMotion()
  }

  /// 1σ of an unknown mount misalignment, rad.
  private static let unknownMount = 0.5

  /// 1σ of the mount yaw, rad.
  var mountDeviation: Double {
    max(covariance[ErrorIndex.mount, ErrorIndex.mount], 0).squareRoot()
  }
}
