import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// The inertial sensors are back: tilt and heading begin anew where the field tells the heading.
  ///
  /// The device may have slipped in its mount meanwhile.
  mutating func endPause() {
    loseMount()
    guard let time, let lastField, time.seconds(since: lastField) < Self.confirmation else {
      return
    }
    loseAlignment()
  }

  /// How the sensors sit in the vehicle is not known any more.
  mutating func loseMount() {
    learner.forget()
    state.vehicle = .identity
    (state.mountYaw, state.mountPitch) = (0, 0)
    for axis in 0..<2 {
      covariance.reset(ErrorIndex.mount + axis, variance: square(Self.lostMount))
    }
    acrossMonitor.restart(ratio: 1)
    floorMonitor.restart(ratio: 0.3)
    interruptMotion()
  }

  /// 1σ of a mount of which nothing is known, rad.
  private static let lostMount = 0.5

  /// 1σ of the mount's yaw, rad.
  var mountDeviation: Double {
    mutating get { max(covariance[ErrorIndex.mount, ErrorIndex.mount], 0).squareRoot() }
  }
}
