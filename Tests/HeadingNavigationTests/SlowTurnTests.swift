import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// A hand that is as calm as a table and turns slowly.
struct SlowTurnTests {
  private static let slowTurn = Angle(degrees: 0.3).radians
  private static let unknown = Angle(degrees: 0.5).radians

  /// The filter after some seconds of a calm that turns about the vertical, of which the orientation says how well it knows
  /// the gyroscope's offset.
  private func filter(calmFor seconds: Int, thenMoving moving: Int) -> NavigationFilter {
    var random = SplitMix64(state: 5)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let dt = 0.02
    for index in 0..<((2 + seconds + moving) * 50) {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      let since = Double(index) * dt - 2
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.isStationary = since >= 0 && since < Double(seconds)
      step.turn =
        Vector3(0, 0, Self.slowTurn * dt) + random.vector() * (1.7e-4 * dt.squareRoot())
      step.velocityIncrement =
        Vector3(0, 0, PhysicalConstants.standardGravity) * dt
        + random.vector() * (0.02 * dt.squareRoot())
      step.up = Vector3(0, 0, 1)
      step.upDeviation = 0.01
      // The calm teaches the orientation an offset, until it is seen to be none.
      step.gyroscopeBias = step.isStationary ? Vector3(0, 0, Self.slowTurn) : .zero
      step.gyroscopeBiasDeviation = step.isStationary ? Self.unknown / (1 + since) : Self.unknown
      step.endsFalseStationaryPeriod = index == (2 + seconds) * 50
      if index == 60 {
        step.heading = NavigationStep.Heading(value: 0, deviation: Angle(degrees: 2).radians)
      }
      filter.advance(step, to: time)
      guard index % 50 == 49 else { continue }
      _ = filter.apply(.standing(at: time, random: &random), asWhole: true)
    }
    return filter
  }

  @Test func `the gyro bias of a false stationary period is rolled back`() {
    let calm = filter(calmFor: 15, thenMoving: 0)
    let learnt = calm.state.gyroscopeBias.z
    #expect(calm.isAtRest)
    #expect(abs(learnt - Self.slowTurn) < 0.2 * Self.slowTurn)
    let moving = filter(calmFor: 15, thenMoving: 1)
    let kept = moving.state.gyroscopeBias.z
    let deviation = moving.covariance.variances(at: ErrorIndex.gyroscopeBias).z.squareRoot()
    #expect(abs(kept) < deviation && deviation > 0.5 * Self.unknown, "\(kept) ± \(deviation)")
    // It has turned by 4.5° that were taken for the gyroscope's offset.
    let heading = Angle(radians: moving.headingDeviation).degrees
    #expect(heading > 4.5, "\(heading)")
  }

  /// A navigator that has taken a slow turn for rest for 15 s, aligned by two antennas.
  private struct Device: ~Copyable {
    var navigator = Navigator()
    var now = BootTime(seconds: 100)
    private let place: Coordinate
    private var random = SplitMix64(state: 6)
    private var sinceFix = 0

    init() throws {
      place = try #require(Coordinate(latitude: 47, longitude: 8))
      run(seconds: 2, isStationary: false)
      run(seconds: 15, isStationary: true)
    }

    /// Samples at 100 Hz, a step of the filter with each second of them, and a fix a second.
    mutating func run(seconds: Double, isStationary: Bool, hasFixes: Bool = true) {
      var context = NavigationContext()
      context.up = Vector3(0, 0, 1)
      context.upDeviation = 0.01
      context.gyroscopeBiasDeviation = SlowTurnTests.unknown
      context.isStationary = isStationary
      for _ in 0..<Int((seconds * 100).rounded()) {
        now = now.advanced(bySeconds: 0.01)
        let force = Vector3(0, 0, PhysicalConstants.standardGravity) + random.vector() * 0.2
        navigator.take(acceleration: VectorSample(time: now, value: force))
        let rate = Vector3(0, 0, SlowTurnTests.slowTurn) + random.vector() * 1.7e-3
        if navigator.take(angularRate: VectorSample(time: now, value: rate)) {
          navigator.completeStep(context)
        }
        sinceFix += 1
        guard sinceFix >= 100 else { continue }
        sinceFix = 0
        if hasFixes { navigator.take(fix(at: now)) }
        if navigator.head.mode != .aligned {
          navigator.take(trueHeading: Heading(degrees: 0), deviation: Angle(degrees: 2))
        }
      }
    }

    func fix(at time: BootTime) -> Fix {
      var fix = Fix(time: time, coordinate: place)
      (fix.horizontalAccuracy, fix.speed, fix.speedAccuracy) = (3, 0.02, 0.1)
      fix.climbRate = 0
      return fix
    }

    var bias: Double { navigator.head.state.gyroscopeBias.z }

    /// 1σ of the heading, degrees.
    var heading: Double {
      Angle(radians: navigator.head.headingDeviation).degrees
    }
  }

  @Test func `a false stationary period is rolled back in the next step only`()
    throws
  {
    var device = try Device()
    #expect(device.navigator.head.isAtRest)
    #expect(abs(device.bias - Self.slowTurn) < 0.2 * Self.slowTurn)
    device.navigator.endFalseStationaryPeriod()
    // No step comes of it, nor does it get lost.
    device.navigator.advance(to: device.now)
    #expect(abs(device.bias - Self.slowTurn) < 0.2 * Self.slowTurn)
    device.run(seconds: 0.02, isStationary: false)
    #expect(abs(device.bias) < 0.3 * Self.slowTurn && device.heading > 4)
    device.run(seconds: 1, isStationary: false)
    device.run(seconds: 10, isStationary: true)
    #expect(device.navigator.head.isAtRest)
    let (bias, heading) = (device.bias, device.heading)
    #expect(abs(bias - Self.slowTurn) < 0.2 * Self.slowTurn)
    let moment = device.now.advanced(bySeconds: 0.3)
    let gap = moment.seconds(since: try #require(device.navigator.head.time))
    device.navigator.advance(to: moment)
    #expect(device.bias == bias)
    // A hand may have turned it unseen by 1 rad/s meanwhile.
    let unseen = Angle(radians: gap).degrees
    let expected = (heading * heading + unseen * unseen).squareRoot()
    #expect(abs(device.heading - expected) < 0.01, "\(heading)° to \(device.heading)°")
  }

  @Test(arguments: [-0.1, 0.1])
  func `a late fix does not roll back a false stationary period twice`(_ lead: Double) throws {
    var device = try Device()
    device.navigator.endFalseStationaryPeriod()
    let end = device.now
    device.run(seconds: 0.3, isStationary: false, hasFixes: false)
    let (bias, heading) = (device.bias, device.heading)
    device.navigator.take(device.fix(at: end.advanced(bySeconds: lead)))
    #expect(abs(device.bias - bias) < 0.1 * Self.slowTurn, "\(bias) to \(device.bias)")
    #expect(abs(device.heading - heading) < 0.05 * heading, "\(heading)° to \(device.heading)°")
  }
}
