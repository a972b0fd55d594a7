import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Swings of the horizon are measured; what the gyroscope itself does is not taken for one.
struct HorizonSwayTests {
  private static let interval = 0.02

  /// The deviation after 120 s of a horizon whose angle is given, rad.
  private func deviation(
    drift: Double = 0, restingFrom rest: Double = .infinity, _ angle: (Double) -> Double
  ) -> Double {
    var sway = HorizonSway()
    for step in 1..<6000 {
      let now = Double(step) * Self.interval
      sway.update(
        Vector3(angle(now) - angle(now - Self.interval), 0, 0), interval: Self.interval,
        drift: drift, isAtRest: now > rest)
    }
    return sway.deviation
  }

  /// Half of the square of an amplitude is its mean, and half of that an axis.
  @Test(arguments: [20.0, 25.0, 30.0])
  func `a swing of half a minute or less is found as large as it is`(period: Double) {
    let found = deviation { 0.05 * sin(2 * .pi * $0 / period) }
    #expect(abs(found / (0.05 / 2) - 1) < 0.25)
  }

  @Test func `a swing about one axis is none about the other`() {
    var sway = HorizonSway()
    for step in 1..<6000 {
      let now = Double(step) * Self.interval
      let turn = 0.05 * (sin(now / 3) - sin((now - Self.interval) / 3))
      // About northeast.
      sway.update(Vector3(turn, turn, 0), interval: Self.interval, drift: 0, isAtRest: false)
    }
    #expect(abs(sway.deviation(about: SIMD2(2, 2)) / 0.05 - 1) < 0.25)
    #expect(sway.deviation(about: SIMD2(3, -3)) < 1e-6)
    #expect(sway.deviation(about: .zero) == sway.deviation)
  }

  @Test func `an offset of the gyroscope, which goes on and on, is no swing`() {
    #expect(deviation { 0.001 * $0 } < 0.15 * 0.001 * 120)
  }

  @Test func `a swing faster than a heading follows is no error of it`() {
    #expect(deviation { 0.05 * sin(2 * .pi * $0 / 1.0) } < 0.05 * 0.1)
  }

  @Test func `at rest a swing is forgotten within seconds`() {
    let swing = { 0.05 * sin(2 * .pi * $0 / 20) }
    #expect(deviation(restingFrom: 105) { swing(min($0, 105)) } < 0.005)
  }

  @Test func `without a gyroscope what was known of swings gets old, and a short pause keeps it`() {
    var sway = HorizonSway()
    for step in 1..<6000 {
      let now = Double(step) * Self.interval
      let turn = 0.05 * (sin(now / 3) - sin((now - Self.interval) / 3))
      sway.update(Vector3(turn, 0, 0), interval: Self.interval, drift: 0, isAtRest: false)
    }
    let before = sway.deviation
    for _ in 0..<50 { sway.interrupt(for: Self.interval) }
    #expect(sway.deviation > 0.95 * before)
    for _ in 0..<6000 { sway.interrupt(for: Self.interval) }
    #expect(sway.deviation < 0.3 * before)
  }

  @Test func `what the gyroscope's own noise turns the horizon by is not counted`() {
    // A random walk of 0.2°/√s in even steps up or down.
    let step = Angle(degrees: 0.2).radians * Self.interval.squareRoot()
    var generator = SplitMix(state: 5)
    var walk = 0.0
    let walks = (0...6000).map { _ in
      walk += Bool.random(using: &generator) ? step : -step
      return walk
    }
    func angle(_ now: Double) -> Double { walks[Int((now / Self.interval).rounded())] }
    let drift = step * step / Self.interval
    let expected = (drift * 40 / 4 / 2).squareRoot()
    #expect(abs(deviation(angle) / expected - 1) < 0.5)
    #expect(deviation(drift: drift, angle) < 0.7 * deviation(angle))
  }

  @Test func `a turn in a pause of the gyroscope is no swing`() {
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    for index in 0..<3000 {
      let now = Double(index) * Self.interval
      // 60° within a pause of 2 s; hands shake before and after.
      let lean = Angle(degrees: 60 * min(max((now - 30) / 2, 0), 1)).radians
      let shake = 0.05 * sin(2 * .pi * now / 1.3)
      let truth = Quaternion(angle: Angle(radians: lean + shake), axis: Vector3(1, 0, 0))
      let time = BootTime(seconds: 1 + now)
      if now < 30 || now > 32 {
        let rate = 0.05 * 2 * Double.pi / 1.3 * cos(2 * Double.pi * now / 1.3)
        estimator.update(angularRate: VectorSample(time: time, value: Vector3(rate, 0, 0)))
      }
      estimator.update(
        acceleration: VectorSample(time: time, value: truth.conjugate * Vector3(0, 0, 9.81)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField))
      guard now > 45 else { continue }
      let estimate = estimator.estimate
      #expect(estimate.tiltAccuracy < Angle(degrees: 1))
      #expect(estimate.hasNorth)
    }
  }

  @Test func `a boat that winds knows how wrong its heading may be`() {
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    // 4 m/s, to and fro within 30 s; waves of 3 s roll it.
    let (speed, top, period, roll) = (4.0, 0.9, 30.0, Angle(degrees: 5).radians)
    var (tilts, headings, tiltBounds, headingBounds) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<6000 {
      let now = Double(index) * Self.interval
      let phase = 2 * Double.pi * now / period
      let (angle, turn) = (top * sin(phase), top * 2 * .pi / period * cos(phase))
      let wave = 2 * Double.pi * now / 3
      let lean = Quaternion(
        angle: Angle(radians: roll * sin(wave)), axis: Vector3(0, 1, 0))
      let course = Quaternion(angle: Angle(radians: angle), axis: Vector3(0, 0, 1))
      let truth = course * lean
      let time = BootTime(seconds: 1 + now)
      let rate =
        lean.conjugate * Vector3(0, 0, turn)
        + Vector3(0, roll * 2 * Double.pi / 3 * cos(wave), 0)
      estimator.update(angularRate: VectorSample(time: time, value: rate))
      estimator.update(
        acceleration: VectorSample(
          time: time, value: lean.conjugate * Vector3(-speed * turn, 0, 9.81)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField))
      guard now > 60, index % 10 == 0 else { continue }
      let estimate = estimator.estimate
      let error = estimate.attitude * truth.conjugate
      let up = error * Vector3(0, 0, 1)
      let forward = error * Vector3(0, 1, 0)
      tilts += (up.x * up.x + up.y * up.y) / 2
      headings += pow(atan2(forward.x, forward.y), 2)
      tiltBounds += pow(estimate.tiltAccuracy.radians, 2)
      headingBounds += pow(estimate.heading68.radians, 2)
    }
    // 3° of tilt; before swings were measured 0.3° were stated of it.
    #expect(tilts > tiltBounds / 2 && tilts < 2 * tiltBounds)
    #expect(headings < 1.5 * headingBounds)
  }
}
