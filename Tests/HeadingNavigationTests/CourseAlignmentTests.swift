import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// When the course of a vehicle that moves forward is its heading.
struct CourseAlignmentTests {
  /// What comes of differences of course and gyroscope, one a second, degrees.
  private func result(of differences: [Double], noise: Double = 2) -> Double? {
    var alignment = CourseAlignment()
    var angle: Double?
    for (index, value) in differences.enumerated() {
      angle = alignment.update(
        Angle(degrees: value).radians, noise: Angle(degrees: noise).radians,
        at: BootTime(seconds: Double(index)))
      if angle != nil { break }
    }
    return angle.map { Angle(radians: $0).degrees }
  }

  @Test func `course and gyroscope that agree for three seconds give the heading`()
    throws
  {
    #expect(result(of: [170, 171, 169]) == nil)
    let angle = try #require(result(of: [170, 171, 169, 170]))
    #expect(abs(angle - 170) < 1)
  }

  @Test func `the mean is continuous across ±180°`() throws {
    let angle = try #require(result(of: [179, -179, 179, -179]))
    #expect(abs(Angle(degrees: angle - 180).normalized.degrees) < 1)
  }

  @Test func `a held course during a turn gives no heading`() {
    // 15° a second of a slow bend that the receiver has not noticed.
    #expect(result(of: stride(from: 0.0, to: 300, by: 15).map { -$0 }) == nil)
  }

  @Test func `a gap restarts the alignment`() {
    var alignment = CourseAlignment()
    for second in [0.0, 1, 2, 6, 7, 8] {
      #expect(alignment.update(0.5, noise: 0.05, at: BootTime(seconds: second)) == nil)
    }
    #expect(alignment.update(0.5, noise: 0.05, at: BootTime(seconds: 9)) != nil)
  }

  /// Heading, degrees, of a vehicle that points north after it has driven for some seconds; `nil` if none is known.
  private func heading(acceleration: Double, speed first: Double) -> Double? {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    filter.motion = .forward
    let (dt, gravity) = (0.02, PhysicalConstants.standardGravity)
    var (north, speed) = (0.0, first)
    for index in 0..<500 {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      let velocityIncrement = index < 300 ? acceleration : 0
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.turn = random.vector() * (1.7e-4 * dt.squareRoot()) + Vector3(1e-6, 0, 0)
      step.velocityIncrement =
        Vector3(0, velocityIncrement, gravity) * dt + random.vector() * (0.02 * dt.squareRoot())
      step.up = Vector3(0, 0, 1)
      step.upDeviation = 0.01
      filter.advance(step, to: time)
      north += (speed + velocityIncrement * dt / 2) * dt
      speed += velocityIncrement * dt
      guard index % 50 == 49 else { continue }
      var fix = FixMeasurement(
        time: time, latitude: 0.8 + (north + random.normal()) / 6_380_000,
        longitude: 0.1 + random.normal() / 4_450_000, deviation: 2)
      fix.velocity = SIMD2(0.15 * random.normal(), speed + 0.15 * random.normal())
      fix.velocityDeviation = 0.3
      _ = filter.apply(fix, asWhole: true)
    }
    return filter.mode == .aligned ? Angle(radians: filter.state.heading).degrees : nil
  }

  @Test(arguments: [0.6, -0.6])
  func `starting backward does not reverse the heading`(acceleration: Double) throws {
    let value = try #require(heading(acceleration: acceleration, speed: 0))
    #expect(abs(value) < 10, "\(value)°")
  }

  @Test func `forward and backward are ambiguous at walking speed, not at 6 m/s`() throws {
    #expect(heading(acceleration: 0, speed: -2) == nil)
    #expect(abs(try #require(heading(acceleration: 0, speed: 6))) < 10)
  }
}
