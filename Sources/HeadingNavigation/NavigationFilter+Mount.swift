import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// Ends a pause of the inertial sensors: tilt and heading are initialized again where the field gives the heading.
  ///
  /// The device may have slipped in its mount meanwhile.
  mutating func resumeAfterPause() {
    resetMount()
    guard let time, let lastField, time.seconds(since: lastField) < Self.confirmation else {
      return
    }
    loseAlignment()
  }

  /// Forgets how the sensors sit in the vehicle.
  mutating func resetMount() {
    learner.forget()
    state.vehicle = .identity
    (state.mountYaw, state.mountPitch) = (0, 0)
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.mount + axis, variance: square(Self.unknownMount))
    }
    acrossMonitor.restart(ratio: 1)
    floorMonitor.restart(ratio: 0.3)
    interruptMotion()
  }

  /// 1σ of a mount of which nothing is known, rad.
  private static let unknownMount = 0.5

  /// 1σ of the mount's yaw, rad.
  var mountDeviation: Double {
    mutating get { max(covariance[ErrorIndex.mount, ErrorIndex.mount], 0).squareRoot() }
  }
}
