import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// Heading from accelerations, and the choice between headings.
struct HeadingChoiceTests {
  /// Feeds windows of one second with accelerations in changing directions; the estimate is off by `error`.
  private func aligned(
    error: Double, acceleration: Double, windows: Int, turn: Double = 0, lag: Double = 0
  ) -> MotionAlignment {
    var alignment = MotionAlignment()
    var velocity = SIMD2(3.0, 1)
    alignment.update(velocity: velocity, deviation: 0.05)
    for window in 0..<windows {
      let direction = Angle(radians: (turn == 0 ? 1.3 : turn) * Double(window))
      let truth = Vector3(direction.sine, direction.cosine, 0) * acceleration
      // A heading that is too small by the error sees every velocityIncrement turned back by it.
      let seen = Quaternion(angle: Angle(radians: error), axis: Vector3(0, 0, 1)) * truth
      alignment.add(velocityIncrement: seen, turn: -turn, interval: 1)
      // The receiver's noise of 0.05 m/s, in turns of a fixed pattern.
      let noise = 0.05 * (window % 2 == 0 ? 1.0 : -1)
      // What a receiver that lags says is where the acceleration pointed to that long ago.
      let old = Angle(radians: direction.radians - turn * lag)
      velocity += SIMD2(old.sine * acceleration + noise, old.cosine * acceleration - noise)
      alignment.update(velocity: velocity, deviation: 0.05)
    }
    return alignment
  }

  @Test(arguments: [-3.1, -1.5, -0.2, 0, 0.7, 2.4, 3.1])
  func `accelerations correct a heading error of any size`(error: Double) {
    let alignment = aligned(error: error, acceleration: 1, windows: 12)
    let rest = Angle(radians: alignment.correction - error).normalized.radians
    #expect(abs(rest) < 3 * alignment.deviation(lag: 0))
    #expect(alignment.deviation(lag: 0) < 0.1)
    #expect(alignment.isConsistent)
  }

  @Test func `without accelerations there is no heading`() {
    #expect(aligned(error: 1, acceleration: 0, windows: 60).deviation(lag: 0) > 0.14)
  }

  @Test func `a rotation of the estimate reduces the correction by as much`() {
    var alignment = aligned(error: 0.8, acceleration: 1, windows: 12)
    alignment.turn(by: 0.5)
    #expect(abs(alignment.correction - 0.3) < 3 * alignment.deviation(lag: 0))
  }

  @Test(arguments: [-0.4, 0.4])
  func `latency increases the heading uncertainty while circling`(turn: Double) {
    let alignment = aligned(error: 0.3, acceleration: 2, windows: 30, turn: turn, lag: 0.7)
    let rest = Angle(radians: alignment.correction - 0.3).normalized.radians
    // 0.7 s of 0.4 rad/s, and what turns counterclockwise is seen further clockwise.
    #expect(abs(rest - 0.7 * alignment.turnRate) < 0.03)
    #expect(abs(abs(rest) - 0.28) < 0.03)
    #expect(abs(rest) > 10 * alignment.deviation(lag: 0))
    #expect(abs(rest) < 1.5 * alignment.deviation(lag: 0.5))
  }

  private func source(
    _ claims: [(field: Double?, motion: Double?)], each seconds: Double = 3
  ) -> HeadingArbiter {
    arbiter(claims.map { (field: $0.field, motion: $0.motion, apart: nil) }, each: seconds)
  }

  private func arbiter(
    _ claims: [(field: Double?, motion: Double?, apart: Double?)], each seconds: Double = 3,
    isCalibrated: Bool = true
  ) -> HeadingArbiter {
    var arbiter = HeadingArbiter()
    var time = 0.0
    for claim in claims {
      for _ in 0..<Int(seconds * 10) {
        arbiter.update(
          field: claim.field, motion: claim.motion, apart: claim.apart,
          isCalibrated: isCalibrated, at: BootTime(seconds: time))
        time += 0.1
      }
    }
    return arbiter
  }

  @Test func `a heading is replaced only by a more accurate one`() {
    #expect(source([(0.02, 0.0195)]).source == .field)
    #expect(source([(0.02, 0.01)]).source == .motion)
    #expect(source([(0.02, 0.01), (0.0098, 0.01)]).source == .motion)
    #expect(source([(0.02, 0.01), (0.005, 0.01)]).source == .field)
  }

  @Test func `a momentarily better heading changes nothing, a loss does at once`() {
    #expect(source([(0.02, 0.01)], each: 1.5).source == .field)
    #expect(source([(0.02, 0.01)], each: 1.5).lastChange == nil)
    let lost = source([(0.02, 0.01), (0.02, 0.01), (0.02, nil)], each: 1.5)
    #expect(lost.source == .field && lost.wasLost)
    #expect(!source([(0.02, 0.01)]).wasLost)
    #expect(source([(0.02, 0.03), (nil, 0.03)]).wasLost)
  }

  @Test func `a field that contradicts a confirmed heading is as inaccurate as the difference`() {
    #expect(arbiter([(0.02, 0.025, 0.05)]).source == .field)
    #expect(arbiter([(0.02, 0.025, 0.15)]).source == .motion)
    #expect(arbiter([(0.02, 0.01, 0.01), (0.005, 0.01, 0.15)]).source == .motion)
    #expect(arbiter([(0.02, 0.01, 0.01), (0.005, 0.01, 0.02)]).source == .field)
    // Whoever does not know the heading any better than they are apart contradicts nothing.
    #expect(arbiter([(0.02, 0.3, 0.15)]).source == .field)
  }

  @Test func `without a calibration motion must be measured or the field of no use`() {
    #expect(arbiter([(0.1, 0.02, nil)], isCalibrated: false).source == .field)
    #expect(arbiter([(0.1, 0.02, 0.05)], isCalibrated: false).source == .motion)
    #expect(arbiter([(1, 0.02, nil)], isCalibrated: false).source == .motion)
    #expect(arbiter([(nil, 0.02, nil)], isCalibrated: false).source == .motion)
    let back = arbiter([(1, 0.02, nil), (0.1, 0.02, nil)], isCalibrated: false)
    #expect(back.source == .field && !back.wasLost)
  }

  @Test func `without the field a heading from motion must be accurate enough`() {
    #expect(source([(nil, 0.1)]).source == .motion)
    #expect(source([(nil, 0.6)]).source == .field)
  }

  /// Heading, degrees, after some seconds of a device that stands, points north and was said to point elsewhere, and how
  /// far it may be off.
  private func heading(saidToBe start: Double, seconds: Int, antennas: Double? = nil) -> (
    value: Double, deviation: Double
  ) {
    var random = SplitMix64(state: 11)
    var filter = NavigationFilter(parameters: NavigationParameters())
    let dt = 0.02
    for index in 0..<(seconds * 50) {
      let time = BootTime(seconds: 100 + Double(index + 1) * dt)
      var step = NavigationStep.swaying(interval: dt, random: &random)
      step.gyroscopeBiasDeviation = 1e-4
      func said(_ degrees: Double) -> NavigationStep.Heading {
        NavigationStep.Heading(
          value: Angle(degrees: degrees).radians, deviation: Angle(degrees: 3).radians)
      }
      if index == 60 { step.heading = said(start) }
      if let antennas, index > 60, index % 50 == 10 { step.heading = said(antennas) }
      if index > 60, index % 10 == 0 {
        step.field = NavigationStep.Field(
          direction: Vector3(0, 20, -44), declination: 0,
          deviation: Angle(degrees: 2).radians)
      }
      filter.advance(step, to: time)
      guard index % 50 == 49 else { continue }
      _ = filter.apply(.standing(at: time, random: &random), asWhole: true)
    }
    return (
      Angle(radians: filter.state.heading).degrees,
      Angle(radians: filter.headingDeviation).degrees
    )
  }

  @Test func `a heading that only the field contradicts is reset after a minute`() {
    // Opposite: no noise that the field may have reaches so far.
    let before = heading(saidToBe: 170, seconds: 40)
    #expect(abs(before.value - 170) < 5)
    let after = heading(saidToBe: 170, seconds: 75)
    #expect(abs(after.value) < 3 * after.deviation && after.deviation < 5, "\(after)")
  }

  @Test func `a heading of a dual antenna stays against the field`() {
    #expect(abs(heading(saidToBe: 170, seconds: 90, antennas: 170).value - 170) < 5)
  }

  @Test func `a dual antenna that contradicts a heading does not confirm it`() {
    let after = heading(saidToBe: 170, seconds: 80, antennas: 0)
    #expect(abs(after.value) < 3 * after.deviation + 1 && after.deviation < 5, "\(after)")
  }
}
