import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

@testable import HeadingNavigation

/// Which fixes replace what of a filter that they contradict.
struct NavigationMonitorTests {
  /// Fixes at 5 Hz, of 1 m white error an axis, of a receiver that moves north at 12 m/s, against a filter that moves otherwise.
  ///
  /// - Parameters:
  ///   - claimed: The velocity that the receiver says.
  ///   - own: The filter's.
  ///   - seconds: How long.
  ///   - contradictions: What contradicts the filter.
  ///   - known: How long nothing does at first, s.
  /// - Returns: The first verdict and when it came, s.
  private func judge(
    claimed: SIMD2<Double>?, own: SIMD2<Double>, seconds: Double = 120,
    contradictions: FixContradictions, knownFor known: Double = 0
  ) -> (verdict: NavigationMonitor.Verdict, time: Double)? {
    var random = SplitMix64(state: 12)
    var monitor = NavigationMonitor()
    var filter = NavigationFilter(parameters: NavigationParameters())
    // All of the error is white.
    filter.positionMonitor.restart(ratio: 1)
    filter.state.latitude = 0.8
    filter.state.longitude = 0.1
    filter.state.velocity = Vector3(own.x, own.y, 0)
    for index in 0..<Int(seconds * 5) {
      let time = Double(index) * 0.2
      var fix = FixMeasurement(
        time: BootTime(seconds: 100 + time),
        latitude: 0.8 + (100 + 12 * time + random.normal()) / 6_380_000,
        longitude: 0.1 + random.normal() / 4_450_000, deviation: 1)
      fix.velocity = claimed
      fix.velocityDeviation = 0.1
      filter.state.move(by: filter.state.velocity * 0.2)
      let verdict = monitor.note(
        fix, time < known ? [] : contradictions, filter: filter)
      if verdict != .nothing { return (verdict, time) }
    }
    return nil
  }

  @Test(arguments: [SIMD2<Double>(0, 24), SIMD2(12, 0), SIMD2(0, 6)])
  func `a velocity that the receiver's positions contradict replaces nothing`(
    claimed: SIMD2<Double>
  ) {
    let found = judge(claimed: claimed, own: SIMD2(0, 12), contradictions: [.position, .velocity])
    #expect(found == nil)
  }

  @Test(arguments: [(SIMD2<Double>(0, 0), 3.0), (SIMD2(12, 0), 3.0), (SIMD2(0, 11), 9.0)])
  func `a velocity that the receiver's positions confirm replaces the filter's`(
    own: SIMD2<Double>, within: Double
  ) throws {
    let found = try #require(
      judge(claimed: SIMD2(0, 12), own: own, contradictions: [.position, .velocity]))
    #expect(found.verdict == .velocity || found.verdict == .filter)
    #expect(found.time >= 0.6 && found.time <= within, "\(found.time) s")
  }

  @Test(arguments: [(true, 60.0), (false, 3.0)])
  func `positions alone inflate the position, early after an outage, otherwise late`(
    wasKnown: Bool, expected: Double
  ) throws {
    let found = try #require(
      judge(
        claimed: SIMD2(0, 12), own: SIMD2(0, 12), contradictions: .position,
        knownFor: wasKnown ? 1 : 0
      ))
    #expect(found.verdict == .position)
    #expect(abs(found.time - expected - (wasKnown ? 1 : 0)) < 0.5, "\(found.time) s")
  }

  @Test func `positions without velocities correct a diverging filter`() throws {
    let found = try #require(
      judge(claimed: nil, own: SIMD2(-300, 0), contradictions: [.position, .velocity]))
    #expect(found.verdict != .nothing && found.time < 8.3)
  }

  @Test func `a second replacement of the velocity resets the filter`() throws {
    var monitor = NavigationMonitor()
    var filter = NavigationFilter(parameters: NavigationParameters())
    (filter.state.latitude, filter.state.longitude) = (0.8, 0.1)
    filter.state.velocity = Vector3(15, 0, 0)
    var verdicts: [NavigationMonitor.Verdict] = []
    for index in 0..<100 {
      var fix = FixMeasurement(
        time: BootTime(seconds: 100 + Double(index) * 0.2),
        latitude: 0.8 + (100 + 12 * Double(index) * 0.2) / 6_380_000, longitude: 0.1, deviation: 1)
      fix.velocity = SIMD2(0, 12)
      fix.velocityDeviation = 0.1
      let verdict = monitor.note(fix, [.position, .velocity], filter: filter)
      if verdict != .nothing { verdicts.append(verdict) }
    }
    #expect(verdicts.first == .velocity)
    #expect(verdicts.dropFirst().first == .filter)
  }

  /// The filter stands still; a fix is 30 m away.
  @Test(arguments: [0.2, 4, 30])
  func `the bound contains a contradicting position, after an outage or not`(gap: Double) {
    var monitor = NavigationMonitor()
    var filter = NavigationFilter(parameters: NavigationParameters())
    (filter.state.latitude, filter.state.longitude) = (0.8, 0.1)
    func fix(at time: Double, east: Double) -> FixMeasurement {
      let radii = EarthRadii(latitude: 0.8, height: 0)
      return FixMeasurement(
        time: BootTime(seconds: time), latitude: 0.8, longitude: 0.1 + east / radii.east,
        deviation: 1)
    }
    _ = monitor.note(fix(at: 100, east: 0), [], filter: filter)
    #expect(monitor.disputedDistance == 0)
    _ = monitor.note(fix(at: 100 + gap, east: 30), .position, filter: filter)
    #expect(abs(monitor.disputedDistance - 30) < 0.1)
    _ = monitor.note(fix(at: 101 + gap, east: 0), [], filter: filter)
    #expect(monitor.disputedDistance == 0)
  }

  @Test(arguments: [
    (Vector3(3, -4, 1), true), (Vector3(0, 0, -400), false), (Vector3(700, 0, 0), false),
    (Vector3(.nan, 0, 0), false),
  ])
  func `an impossible velocity is implausible`(velocity: Vector3, isPlausible: Bool) {
    var filter = NavigationFilter(parameters: NavigationParameters())
    filter.state.velocity = velocity
    let found = filter.isPlausible
    #expect(found == isPlausible)
  }
}
