import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// A slow turn without vibration looks like rest to the inertial sensors.
struct SlowTurnTests {
  /// What is known at the end of a minute at rest and a turn of so many seconds: error of the
  /// offset about the vertical, of the heading, and the heading's 95 % bound, degrees.
  private func errors(
    rate: Double, turning: Double, offset: Double, resting: Double = 0
  ) -> (offset: Double, heading: Double, bound: Double, isAtRest: Bool) {
    var device = SplitMix(state: 3)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let interval = 0.02
    for index in 0..<Int((60 + turning + resting) / interval) {
      let now = Double(index) * interval
      let angle = Angle(degrees: rate * min(max(now - 60, 0), turning)).radians
      let isTurning = now > 60 && now <= 60 + turning
      let truth = Quaternion(angle: Angle(radians: angle), axis: Vector3(0, 0, 1))
      let time = BootTime(seconds: 1 + now)
      let spin = Angle(degrees: offset + (isTurning ? rate : 0)).radians
      estimator.update(
        angularRate: VectorSample(time: time, value: Vector3(0, 0, spin) + device.noise(0.003)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81) + device.noise(0.08)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField + device.noise(0.5e-6)))
    }
    let estimate = estimator.estimate
    let truth = Angle(degrees: rate * turning).radians
    let forward = estimate.attitude * Vector3(0, 1, 0)
    let heading = Angle(radians: atan2(forward.x, forward.y) + truth).normalized
    return (
      abs(Angle(radians: estimate.gyroscopeBias.z).degrees - offset), abs(heading.degrees),
      estimate.heading95.degrees, estimate.isAtRest
    )
  }

  @Test(arguments: [0.3, 0.5, -0.5], [20.0, 60])
  func `a long, smooth turn is not learned as gyroscope bias`(
    rate: Double, turning: Double
  ) {
    let result = errors(rate: rate, turning: turning, offset: 0.4)
    #expect(result.offset < 0.1, "\(result)")
    #expect(result.heading < max(result.bound, 3), "\(result)")
  }

  // Otherwise 13°/s were learned from one sample of a chip's gyroscope at 10 Hz, before field and force could
  // contradict, and the heading was lost.
  @Test(arguments: [0.1, 0.02])
  func `no sample of a steady turn is learned as gyroscope bias`(interval: Double) {
    var device = SplitMix(state: 3)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.expectBias(deviation: Angle(degrees: 5).radians)
    let rate = Angle(degrees: 14).radians
    for index in 0..<Int(10 / interval) {
      let now = Double(index) * interval
      let truth = Quaternion(angle: Angle(radians: rate * now), axis: Vector3(0, 0, 1))
      let time = BootTime(seconds: 1 + now)
      estimator.update(
        angularRate: VectorSample(time: time, value: Vector3(0, 0, rate) + device.noise(0.003)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81) + device.noise(0.08)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField + device.noise(0.5e-6)))
      let (isAtRest, bias) = (estimator.isAtRest, estimator.estimate.gyroscopeBias)
      #expect(!isAtRest && abs(bias.z) < Angle(degrees: 4).radians, "\(now) s")
    }
  }

  @Test func `rest is detected again after the turn`() {
    let isAtRest = errors(rate: 0.5, turning: 30, offset: 0.2, resting: 22).isAtRest
    #expect(isAtRest)
  }

  @Test(arguments: [0.0, 0.5, 1.5])
  func `any bias is learned at rest`(offset: Double) {
    let result = errors(rate: 0, turning: 0, offset: offset)
    #expect(result.offset < 0.02 && result.isAtRest)
  }

  /// A device that sways slowly with a hand, its truth at a moment: an angle and a rate about a
  /// fixed axis, rad.
  private struct Sway {
    let axis: Vector3
    let size: Angle
    let period: Double

    func angle(at now: Double) -> Double { size.radians * cos(2 * .pi * now / period) }
    func rate(at now: Double) -> Double {
      -size.radians * 2 * .pi / period * sin(2 * .pi * now / period)
    }
  }

  @Test(
    arguments: [Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0)], [12.0, 25])
  func `a slow hand movement does not count as rest`(axis: Vector3, period: Double) {
    var device = SplitMix(state: 7)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let sway = Sway(axis: axis, size: Angle(degrees: 4), period: period)
    let interval = 0.02
    var atRest = 0
    for index in 0..<6000 {
      let now = Double(index) * interval
      let truth = Quaternion(angle: Angle(radians: sway.angle(at: now)), axis: axis)
      let time = BootTime(seconds: 1 + now)
      estimator.update(
        angularRate: VectorSample(
          time: time, value: axis * sway.rate(at: now) + device.noise(0.003)))
      estimator.update(
        acceleration: VectorSample(
          time: time, value: truth.conjugate * Vector3(0, 0, 9.81) + device.noise(0.08)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField + device.noise(0.5e-6)))
      if now > 60, estimator.isAtRest { atRest += 1 }
    }
    #expect(atRest < 300)
    let offset = Angle(radians: estimator.estimate.gyroscopeBias.length).degrees
    #expect(offset < 0.15)
  }

  @Test(arguments: 1...20)
  func `noise of a slow magnetometer does not count as a turn`(seed: UInt64) {
    var device = SplitMix(state: seed)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let offset = Vector3(0.004, -0.006, 0.005)
    var restless = 0
    for index in 0..<3000 {
      let time = BootTime(seconds: 1 + Double(index) * 0.02)
      estimator.update(angularRate: VectorSample(time: time, value: offset + device.noise(0.003)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81) + device.noise(0.08)))
      if index.isMultiple(of: 5) {
        // 0.7 µT on the root mean square, ten times a second.
        estimator.update(
          magneticField: VectorSample(
            time: time, value: SimulatedDevice.localField + device.noise(1.2e-6)))
      }
      if index > 150, !estimator.isAtRest { restless += 1 }
    }
    #expect(restless == 0)
    let error = (estimator.estimate.gyroscopeBias - offset).length
    #expect(error < 0.0005)
  }

  @Test(arguments: 1...6)
  func `a slow field change at rest changes the heading only briefly`(
    seed: UInt64
  ) {
    var device = SimulatedDevice(seed: seed)
    device.gyroscopeBias = Vector3(0.003, -0.002, 0.003)
    let change = (device.noise(1).direction ?? Vector3(1, 0, 0)) * 20e-6
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 30)
    for step in 0..<60 {
      device.disturbance = change * (Double(step) / 60)
      device.feed(&estimator, from: 31 + Double(step) / 10, seconds: 0.1)
    }
    let errors = device.feed(&estimator, from: 37, seconds: 30)
    // What it was turned by before the change showed stays, and nothing comes to it.
    let first = errors.first?.heading ?? .pi
    #expect(errors.allSatisfy { abs($0.heading) <= $0.bound95 })
    #expect(errors.allSatisfy { abs($0.heading - first) < Angle(degrees: 4).radians })
  }

  @Test func `a magnet moved near a device at rest does not count as a turn`() {
    var device = SplitMix(state: 11)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var restless = 0
    for index in 0..<5000 {
      let now = Double(index) * 0.02
      let time = BootTime(seconds: 1 + now)
      let magnet = Vector3(3e-6, -2e-6, 1e-6) * max(0, min(now - 60, 20))
      estimator.update(
        angularRate: VectorSample(time: time, value: Vector3(0.005, 0, 0) + device.noise(0.003)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81) + device.noise(0.08)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: SimulatedDevice.localField + magnet + device.noise(0.5e-6)))
      if now > 55, !estimator.isAtRest { restless += 1 }
    }
    #expect(restless == 0)
  }
}

extension SplitMix {
  /// A vector whose components are evenly distributed up to a size.
  fileprivate mutating func noise(_ size: Double) -> Vector3 {
    Vector3(uniform(-size...size), uniform(-size...size), uniform(-size...size))
  }
}
