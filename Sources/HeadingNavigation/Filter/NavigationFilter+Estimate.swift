import HeadingGeometry
import HeadingSensing
import RealModule

extension NavigationFilter {
  /// The solution shortly after the filter's time, propagated with the sums of the unfinished step.
  func estimate(at moment: BootTime, with sums: borrowing InertialAccumulator)
    -> NavigationEstimate
  {
    var result = NavigationEstimate(time: moment)
    guard let time else { return result }
    var now = state
    let ahead = min(max(moment.seconds(since: time), 0), 1)
    let (velocityIncrement, covered) = sums.completed
    if mode == .aligned, sums.interval > 0 {
      now.propagate(
        turn: state.turn(measured: sums.rotation.rotationVector, interval: sums.interval),
        velocityIncrement: velocityIncrement - state.accelerometerBias * covered, interval: covered,
        isDriven: SIMD3(1, 1, 1))
    } else {
      now.move(by: state.velocity * ahead)
    }
    let positions = covariance.variances(at: ErrorIndex.position)
    let velocities = covariance.variances(at: ErrorIndex.velocity)
    if mode != .vertical {
      result.coordinate = Coordinate(
        latitude: now.latitude * (180 / .pi), longitude: now.longitude * (180 / .pi))
      result.horizontalAccuracy = PositionBound.radius68(variances: positions.x + positions.y)
      result.velocityDeviation = ((velocities.x + velocities.y) / 2).squareRoot()
    }
    result.velocity = now.velocity
    result.climbRateDeviation = velocities.z.squareRoot()
    if hasAltitude {
      result.altitude = now.altitude
      result.altitudeDeviation = (positions.z + altitudeExcess).squareRoot()
      result.pressureOffset = now.pressureOffset
    }
    if lastPressure != nil {
      let (p, o) = (ErrorIndex.position + 2, ErrorIndex.pressureOffset)
      result.pressureAltitude = now.altitude + now.pressureOffset
      result.pressureAltitudeDeviation = max(
        covariance[p, p] + covariance[o, o] + 2 * covariance[p, o], 0
      ).squareRoot()
    }
    result.isAligned = mode == .aligned
    if mode == .aligned {
      result.attitude = now.attitude
      result.headingDeviation = headingDeviation
    }
    result.isAtRest = isAtRest
    result.movesForward = movesForward
    result.fixAge = lastUsedFix.map { moment.seconds(since: $0) }
    result.sources = sources(at: moment)
    return result
  }

  private func sources(at moment: BootTime) -> NavigationSources {
    func isRecent(_ time: BootTime?, within limit: Double) -> Bool {
      time.map { moment.seconds(since: $0) < limit } ?? false
    }
    var sources: NavigationSources = []
    if isRecent(lastFix, within: 3.5), positionMonitor.refusals == 0 {
      sources.insert(.fixPosition)
    }
    if isRecent(lastVelocity, within: 3.5), velocityMonitor.refusals == 0 {
      sources.insert(.fixVelocity)
    }
    if mode == .aligned { sources.insert(.inertial) }
    if isRecent(lastPressure, within: 1.5) { sources.insert(.barometer) }
    if mode == .aligned, isRecent(lastField, within: 1), fieldMonitor.refusals < 5 {
      sources.insert(.magneticField)
    }
    if mode == .aligned, isRecent(lastForward, within: 3), movesForward {
      sources.insert(.forwardMotion)
      if motion == .unknown { sources.insert(.forwardMotionLearnt) }
    }
    if isAtRest { sources.insert(.rest) }
    if isRecent(lastHeading, within: 2) { sources.insert(.externalHeading) }
    return sources
  }
}
