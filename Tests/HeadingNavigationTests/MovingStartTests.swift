import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// A start in motion: gravity and the vehicle's own acceleration cannot be told apart.
struct MovingStartTests {
  @Test func `a tilt error from acceleration is corrected and not attributed to gyro bias`() {
    var random = SplitMix64(state: 9)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let gravity = PhysicalConstants.standardGravity
    let dt = 0.02
    let leaning = Vector3(0, 1.5, gravity)
    var worstOffset = 0.0
    var (north, speed) = (0.0, 0.0)
    for index in 0..<2000 {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      let velocityIncrement = Vector3(0, index < 600 ? 1.5 : 0, gravity)
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.turn = random.vector() * (1.7e-4 * dt.squareRoot())
      step.velocityIncrement = velocityIncrement * dt + random.vector() * (0.02 * dt.squareRoot())
      // What the average of the force says is up, and how well it thinks it knows.
      step.up = leaning / leaning.length
      step.upDeviation = 0.01
      step.gyroscopeBiasDeviation = 0.008
      step.heading = .init(value: 0.02 * random.normal(), deviation: 0.02)
      filter.advance(step, to: time)
      north += (speed + velocityIncrement.y * dt / 2) * dt
      speed += velocityIncrement.y * dt
      guard index % 50 == 49 else { continue }
      var fix = FixMeasurement(
        time: time, latitude: 0.8 + (north + random.normal()) / 6_380_000,
        longitude: 0.1 + random.normal() / 4_450_000, deviation: 2)
      fix.velocity = SIMD2(0.3 * random.normal(), speed + 0.3 * random.normal())
      fix.velocityDeviation = 1
      _ = filter.apply(fix, asWhole: true)
      worstOffset = max(worstOffset, filter.state.gyroscopeBias.length)
    }
    let up = filter.state.attitude * Vector3(0, 0, 1)
    let tilt = (up.x * up.x + up.y * up.y).squareRoot()
    let deviation = filter.covariance.variances(at: ErrorIndex.attitude).x.squareRoot()
    #expect(filter.mode == .aligned)
    // 8.7° at the start; two axes. Believed to 0.6° it was 3.6°, and the gyroscope's offset 1.5°/s meanwhile.
    #expect(tilt < 3 * deviation && tilt < 0.025, "\(tilt) ± \(deviation) rad")
    #expect(worstOffset < 0.012, "\(worstOffset) rad/s")
  }

  @Test func `azimuth noise of a steep field causes no tilt error during alignment`() {
    var random = SplitMix64(state: 3)
    var worst = 0.0
    for _ in 0..<20 {
      var filter = NavigationFilter(parameters: NavigationParameters())
      for index in 0..<50 {
        let time = BootTime(seconds: 100 + Double(index + 1) * 0.02)
        var step = NavigationStep()
        step.interval = 0.02
        step.isInertial = true
        step.turn = random.vector() * 2.5e-5
        step.velocityIncrement = Vector3(0, 0, PhysicalConstants.standardGravity) * 0.02
        step.up = Vector3(0, 0, 1)
        step.upDeviation = 0.01
        let azimuth = 0.03 * random.normal()
        step.field = .init(
          direction: Vector3(20 * azimuth, 20, -43), declination: 0, deviation: 0.17)
        filter.advance(step, to: time)
        guard index == 0 else { continue }
        var fix = FixMeasurement(time: time, latitude: 0.8, longitude: 0.1, deviation: 3)
        fix.velocity = .zero
        fix.velocityDeviation = 1
        _ = filter.apply(fix, asWhole: true)
      }
      #expect(filter.mode == .aligned)
      let up = filter.state.attitude * Vector3(0, 0, 1)
      worst = max(worst, (up.x * up.x + up.y * up.y).squareRoot())
    }
    // 8° at the start are not known. The azimuth's own row, taken for exact, tilted it by 7°.
    #expect(worst < 0.05, "\(worst) rad")
  }
}
