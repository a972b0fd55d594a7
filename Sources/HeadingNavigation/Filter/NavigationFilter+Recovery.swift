import HeadingGeometry
import HeadingSensing
import RealModule

/// Replacement of filter states by fixes that the monitor trusts.
extension NavigationFilter {
  /// 1σ of the difference between two positions of the receiver after a time, over their reported
  /// 1σ.
  func spreadShare(after elapsed: Double) -> Double {
    let white = min(positionMonitor.ratio, 1)
    let slow = (1 - white) * (1 - Double.exp(-2 * elapsed / parameters.fixOffsetTime))
    return (2 * (white + slow)).squareRoot()
  }

  /// Horizontal distance from the filter's position to that of a fix, m, east and north.
  func offset(of fix: borrowing FixMeasurement) -> SIMD2<Double> {
    let offset = state.vector(
      toLatitude: fix.latitude, longitude: fix.longitude, altitude: state.altitude)
    return SIMD2(offset.x, offset.y)
  }

  /// Inflates the variances of position and correlated receiver error by half of their squared
  /// distance each.
  ///
  /// Either may be wrong: multipath shifts a receiver's positions for minutes, a GNSS outage the
  /// filter's. The next fixes resolve the difference, and the stated bound contains both.
  mutating func inflatePosition(_ fix: borrowing FixMeasurement) {
    let offset = self.offset(of: fix)
    let half = (offset * offset).sum() / 2
    for axis in 0..<2 {
      covariance[axis, axis] += half
      covariance[ErrorIndex.fixOffset + axis, ErrorIndex.fixOffset + axis] += half
    }
    positionMonitor.resetRefusals()
  }

  /// Inflates altitude and pressure offset, fully anticorrelated, by the distance from the fix; the
  /// next fix determines both.
  mutating func inflateAltitude(_ fix: borrowing FixMeasurement) {
    guard let altitude = fix.altitude else { return }
    let residual = altitude - state.altitude
    let (up, offset) = (ErrorIndex.position + 2, ErrorIndex.pressureOffset)
    covariance[up, up] += residual * residual
    covariance[offset, offset] += residual * residual
    covariance[up, offset] -= residual * residual
    covariance[offset, up] -= residual * residual
    altitudeMonitor.resetRefusals()
  }

  /// Replaces the filter's velocity with the receiver's.
  mutating func replaceVelocity(_ fix: borrowing FixMeasurement) {
    guard let velocity = fix.velocity else { return }
    velocityMonitor.resetRefusals()
    interruptMotion()
    let wandering = slowVelocityVariance(fix)
    let claimed = fix.velocityDeviation * fix.velocityDeviation
    for axis in 0..<2 {
      state.velocity[axis] = velocity[axis]
      state.fixVelocityOffset[axis] = 0
      covariance.reset(ErrorIndex.fixVelocityOffset + axis, variance: wandering[axis])
      covariance.reset(ErrorIndex.velocity + axis, variance: claimed + 1)
    }
  }

  /// Whether a vehicle can have the state.
  ///
  /// Airliners fly at up to 350 m/s over ground. NaN compares as false.
  var isPlausible: Bool {
    let speed = state.velocity.length
    let variances = covariance.variances(at: ErrorIndex.position)
    return speed < 600 && state.latitude.isFinite && state.longitude.isFinite
      && abs(state.velocity.z) < 300 && state.altitude.magnitude < 1e5
      && variances.x >= 0 && variances.y >= 0 && variances.z >= 0 && headingDeviation.isFinite
  }
}
