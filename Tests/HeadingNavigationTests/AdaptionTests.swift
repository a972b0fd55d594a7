import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// What is learnt on the way: the accelerometer's noise, and that a vehicle moves forward only.
struct AdaptionTests {
  /// Drives legs of 20 s at 5 m/s with turns of 90° between them; `across` gives the sideways speed by the heading.
  private func drive(
    _ forwardMotion: inout ForwardMotionDetector, seconds: Double, turning: Bool = true,
    deviation: Double = 0.02, mount: Quaternion = .identity, across: (Double) -> Double
  ) {
    var heading = 0.0
    for index in 0..<Int(seconds * 5) {
      let isTurning = turning && index % 100 < 20
      let turn = isTurning ? Double.pi / 40 : 0
      heading += turn
      let velocity = Vector3(across(heading), 5, 0)
      forwardMotion.note(
        direction: mount * (velocity / velocity.length), up: mount * Vector3(0, 0, 1), speed: 5,
        turnRate: turn / 0.2, seconds: 0.2, headingDeviation: deviation)
    }
  }

  @Test func `forward motion is detected for a vehicle without lateral velocity`() {
    var forwardMotion = ForwardMotionDetector()
    drive(&forwardMotion, seconds: 200) { _ in 0.05 }
    #expect(forwardMotion.isDetected)
    var crooked = ForwardMotionDetector()
    drive(&crooked, seconds: 200) { _ in 0.3 }
    #expect(crooked.isDetected)
    // On ice, or carried away: it is forgotten.
    drive(&forwardMotion, seconds: 60) { _ in 1.5 }
    #expect(!forwardMotion.isDetected)
  }

  @Test func `the vehicle's axes are found for a phone with its back to the road`()
    throws
  {
    // Vehicle (right, forward, up) to body: the back, −z, looks forward, the top, y, up.
    let mount = Quaternion(
      rotation: Matrix3(columns: Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0)))
    var forwardMotion = ForwardMotionDetector()
    drive(&forwardMotion, seconds: 200, mount: mount) { _ in 0.05 }
    #expect(forwardMotion.isDetected)
    let found = try #require(forwardMotion.vehicle)
    // 0.05 of 5 m/s across: 0.01 rad.
    #expect((found * Vector3(0, 1, 0) - mount * Vector3(0, 1, 0)).length < 0.011)
    #expect((found * Vector3(0, 0, 1) - mount * Vector3(0, 0, 1)).length < 1e-6)
  }

  @Test func `straight motion, current and uncertain headings do not prove forward motion`() {
    var straight = ForwardMotionDetector()
    drive(&straight, seconds: 400, turning: false) { _ in 0 }
    #expect(!straight.isDetected)
    var drifting = ForwardMotionDetector()
    drive(&drifting, seconds: 400) { 0.6 * Angle(radians: $0).sine }
    #expect(!drifting.isDetected)
    var unsure = ForwardMotionDetector()
    drive(&unsure, seconds: 400, deviation: 0.1) { _ in 0 }
    #expect(!unsure.isDetected)
  }

  @Test(arguments: [0, 0.5, 0.7])
  func `correlated innovations are inflated by their spectrum at zero`(
    correlation: Double
  ) {
    var random = SplitMix64(state: 5)
    var found = InnovationCorrelation()
    var value = 0.0
    var mean = 0.0
    for index in 0..<20_000 {
      let fresh = (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      value = correlation * value + (1 - correlation * correlation).squareRoot() * fresh
      found.note(value)
      if index >= 10_000 { mean += found.inflation / 10_000 }
    }
    // Fifty pairs tell the correlation within a tenth; none below zero is believed.
    let expected = (1 + correlation) / (1 - correlation)
    #expect(mean > expected * 0.75 && mean < expected * 1.35, "\(mean) for \(expected)")
  }

  /// A scalar filter of a random walk of variance `walk` a step, measured with 1, that assumes another.
  private func ratio(walk: Double, assumed: Double) -> Double {
    var random = SplitMix64(state: 11)
    func normal() -> Double { random.normal() }
    var whiteness = InnovationWhiteness()
    var (truth, estimate, variance) = (SIMD2(0.0, 0.0), SIMD2(0.0, 0.0), 1.0)
    for index in 0..<20_000 {
      truth += SIMD2(normal(), normal()) * walk.squareRoot()
      variance += assumed * whiteness.ratio
      let residual = truth + SIMD2(normal(), normal()) - estimate
      let spread = variance + 1
      whiteness.note(
        residual / spread.squareRoot(), at: BootTime(seconds: Double(index) * 0.2))
      estimate += residual * (variance / spread)
      variance -= variance * variance / spread
    }
    return whiteness.ratio
  }

  @Test(arguments: [(0.02, 0.1), (0.02, 0.02), (0.1, 0.02)])
  func `the adapted process noise converges to the true one`(walk: Double, assumed: Double) {
    let found = ratio(walk: walk, assumed: assumed)
    // The ratio itself is noisy by a quarter or so: a factor of 2 lies far out.
    #expect(found > walk / assumed / 2 && found < walk / assumed * 2, "\(found)")
  }
}
