import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// Fixes and inertial sensors without any heading: how much the velocity changes is felt, not where to.
struct UndirectedMotionTests {
  /// Goes north with the acceleration given, m/s² forward, one fix a second; the body points elsewhere.
  ///
  /// - Returns: The filter just before the last fix, and whether every fix agreed with it.
  private func go(
    seconds: Int, speed start: Double, acceleration: (_ time: Double) -> Double
  ) -> (filter: NavigationFilter, agrees: Bool) {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let attitude = AttitudeAngles(
      heading: Angle(degrees: 130), pitch: Angle(degrees: 20), roll: Angle(degrees: -5)
    ).quaternion
    let dt = 0.02
    var (north, speed, agrees) = (0.0, start, true)
    for index in 0..<(seconds * 50) {
      let velocityIncrement = Vector3(
        0, acceleration(Double(index) * dt), PhysicalConstants.standardGravity)
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.velocityIncrement = attitude.conjugate * velocityIncrement * dt
      step.up = attitude.conjugate * Vector3(0, 0, 1)
      step.upDeviation = 0.03
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      filter.advance(step, to: time)
      north += (speed + velocityIncrement.y * dt / 2) * dt
      speed += velocityIncrement.y * dt
      guard index % 50 == 49, index < seconds * 50 - 1 else { continue }
      var fix = FixMeasurement(
        time: time, latitude: 0.8 + (north + random.normal()) / 6_380_000,
        longitude: 0.1 + random.normal() / 4_450_000, deviation: 3)
      fix.velocity = SIMD2(0.1 * random.normal(), speed + 0.1 * random.normal())
      fix.velocityDeviation = 0.1
      agrees = filter.apply(fix, asWhole: true).isEmpty && agrees
    }
    return (filter, agrees)
  }

  @Test func `the velocity of a walk stays accurate between fixes`() {
    // Two steps a second.
    let (filter, agrees) = go(seconds: 40, speed: 1.2) { 2.5 * cos(4 * .pi * $0) }
    #expect(filter.mode == .unaligned)
    #expect(agrees)
    let north = ErrorIndex.velocity + 1
    let deviation = filter.covariance[north, north].squareRoot()
    // Where the accelerometer is not asked, a second adds 1 m/s.
    #expect(deviation < 0.45, "\(deviation) m/s")
    #expect(abs(filter.state.velocity.y - 1.2) < 2 * deviation)
  }

  @Test func `braking and turning are not jumps`() {
    let (filter, agrees) = go(seconds: 46, speed: 20) { $0 > 40 && $0 < 45 ? -4 : 0 }
    #expect(agrees)
    let north = ErrorIndex.velocity + 1
    let deviation = filter.covariance[north, north].squareRoot()
    #expect(abs(filter.state.velocity.y) < 3 * deviation, "\(filter.state.velocity) ± \(deviation)")
  }
}
