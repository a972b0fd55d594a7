import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingNavigation
import HeadingSensing

extension Odometry {
  /// MAV_FRAME_LOCAL_NED, MAV_FRAME_LOCAL_FRD, MAV_FRAME_BODY_FRD.
  private static let (localNED, localFRD, bodyFRD): (UInt8, UInt8, UInt8) = (1, 20, 12)
  /// MAV_ESTIMATOR_TYPE_UNKNOWN, MAV_ESTIMATOR_TYPE_GPS_INS.
  private static let (unknownEstimator, inertialAndGNSS): (UInt8, UInt8) = (0, 5)

  /// Attitude and velocity of a solution.
  ///
  /// The position has no local origin and is not sent; GLOBAL_POSITION_INT has it.
  init(
    _ solution: HeadingSolution, _ attitude: AeronauticalAttitude,
    frame: MAVLinkConfiguration.OdometryFrame, resetCounter: UInt8
  ) {
    self.init()
    timeUsec = solution.time.microseconds
    frameId = frame == .ned ? Self.localNED : Self.localFRD
    childFrameId = Self.bodyFRD
    q = attitude.quaternion
    let rate = solution.aeronauticalRate
    (rollspeed, pitchspeed, yawspeed) = (Float(rate.x), Float(rate.y), Float(rate.z))
    // The rows of roll, pitch and yaw; those of the position stay unknown.
    if let upper = attitude.covariance {
      poseCovariance.replaceSubrange(15..., with: upper.map { Float($0) })
    }
    self.resetCounter = resetCounter
    estimatorType =
      solution.navigationSources.contains(.fixPosition)
      ? Self.inertialAndGNSS : Self.unknownEstimator
    quality = Self.quality(of: solution)
    // The velocity is relative to true north, whatever the attitude's.
    guard let velocity = solution.velocity.value,
      let body = AeronauticalAttitude(solution, north: .geographic)?.attitude.conjugate
    else { return }
    let along = (body * velocity).aeronautical
    (vx, vy, vz) = (Float(along.x), Float(along.y), Float(along.z))
    guard let horizontal = solution.speedAccuracy.value,
      let vertical = solution.climbRateAccuracy.value
    else { return }
    // The horizontal variance is the same along each axis, so that only the vertical's direction
    // in the body counts: C = h·1 + (v − h)·d·dᵀ.
    let down = (body * Vector3(0, 0, -1)).aeronautical
    let (h, v) = (horizontal * horizontal, vertical * vertical)
    let axes = [down.x, down.y, down.z]
    // Elements of the triangle's rows, which have 6, 5 and 4.
    for (row, first) in [0, 6, 11].enumerated() {
      for column in row..<3 {
        let own = row == column ? h : 0
        velocityCovariance[first + column - row] = Float(own + (v - h) * axes[row] * axes[column])
      }
    }
  }

  /// The dialect's percentage by the status; −1, which autopilots refuse, for simulated sensors.
  private static func quality(of solution: HeadingSolution) -> Int8 {
    if solution.isSimulated { return -1 }
    return switch solution.status {
    case .valid: 100
    case .degraded: 50
    case .coasting: 25
    case .invalid: -1
    }
  }
}
