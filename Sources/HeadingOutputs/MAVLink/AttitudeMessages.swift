import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingSensing

extension Heartbeat {
  /// MAV_TYPE_ONBOARD_CONTROLLER.
  private static let onboardController: UInt8 = 18
  /// MAV_AUTOPILOT_INVALID.
  private static let noAutopilot: UInt8 = 8
  /// MAV_MODE_FLAG_HIL_ENABLED, the dialect's mark of simulated sensors.
  private static let simulation: UInt8 = 32

  /// The heartbeat with the status of a solution.
  init(_ solution: HeadingSolution) {
    self.init()
    type = Self.onboardController
    autopilot = Self.noAutopilot
    baseMode = solution.isSimulated ? Self.simulation : 0
    // MAV_STATE: uninitialized, booting, active; critical, which can still navigate.
    systemStatus =
      switch solution.status {
      case .valid, .degraded: 4
      case .coasting: 5
      case .invalid: solution.reasons.contains(.starting) ? 1 : 0
      }
  }
}

extension Attitude {
  /// The attitude of a solution.
  init(_ solution: HeadingSolution, _ attitude: AeronauticalAttitude) {
    self.init()
    let rate = solution.aeronauticalRate
    timeBootMs = solution.time.milliseconds
    roll = Float(attitude.angles.roll.radians)
    pitch = Float(attitude.angles.pitch.radians)
    yaw = Float(attitude.angles.heading.radians)
    (rollspeed, pitchspeed, yawspeed) = (Float(rate.x), Float(rate.y), Float(rate.z))
  }
}

extension AttitudeQuaternionCov {
  /// The attitude of a solution.
  init(_ solution: HeadingSolution, _ attitude: AeronauticalAttitude) {
    self.init()
    let rate = solution.aeronauticalRate
    timeUsec = solution.time.microseconds
    q = attitude.quaternion
    (rollspeed, pitchspeed, yawspeed) = (Float(rate.x), Float(rate.y), Float(rate.z))
    if let upper = attitude.covariance {
      covariance = [0, 1, 2, 1, 3, 4, 2, 4, 5].map { Float(upper[$0]) }
    }
  }
}
