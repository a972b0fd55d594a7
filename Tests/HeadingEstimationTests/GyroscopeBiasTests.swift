import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Biases as data sheets allow them: ±5°/s of an MPU-9250, ±30°/s of an LSM9DS1.
struct GyroscopeBiasTests {
  private static let expected = Angle(degrees: 5).radians

  @Test func `in motion a large bias is found, and the heading is within its bound meanwhile`() {
    var inside = 0.0
    var count = 0.0
    for seed in 0..<16 {
      var device = SimulatedDevice(seed: UInt64(seed + 300))
      device.gyroscopeBias = device.noise(Angle(degrees: 3).radians)
      var estimator = OrientationEstimator(parameters: .withoutLatency)
      estimator.expectBias(deviation: Self.expected)
      estimator.setReferenceField(strength: 48e-6, inclination: Angle(degrees: 65))
      let errors = device.feed(&estimator, from: 1, seconds: 60, moving: 0)
      for error in errors.dropFirst(10) {
        count += 1
        if abs(error.heading) <= error.bound95 { inside += 1 }
      }
      let left = (estimator.estimate.gyroscopeBias - device.gyroscopeBias).length
      #expect(left < Angle(degrees: 0.3).radians)
      #expect(left < 4 * estimator.estimate.gyroscopeBiasAccuracy)
    }
    #expect(inside > 0.95 * count)
  }

  @Test(arguments: [Vector3(0, 0, 5), Vector3(-3, 4, 12), Vector3(18, -5, -20)])
  func `rest tells any bias`(bias: Vector3) {
    var device = SimulatedDevice(seed: 5)
    device.gyroscopeBias = bias * Angle(degrees: 1).radians
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.expectBias(deviation: Self.expected)
    let errors = device.feed(&estimator, from: 1, seconds: 30)
    #expect(estimator.estimate.isAtRest)
    #expect(
      (estimator.estimate.gyroscopeBias - device.gyroscopeBias).length
        < Angle(degrees: 0.1).radians)
    #expect(errors.suffix(50).allSatisfy { abs($0.heading) < $0.bound95 })
  }

  @Test func `a steady turn with a stuck magnetometer is no bias`() {
    var device = SimulatedDevice(seed: 7)
    device.swing = .zero
    device.turning = Angle(degrees: 6).radians
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.expectBias(deviation: Self.expected)
    for index in 0..<3000 {
      let now = 1 + Double(index) / 100
      let sample = device.sample(at: now, moving: -100, rate: 100)
      let time = BootTime(seconds: now)
      estimator.update(angularRate: VectorSample(time: time, value: sample.rate))
      estimator.update(acceleration: VectorSample(time: time, value: sample.force))
      estimator.update(
        magneticField: VectorSample(time: time, value: SimulatedDevice.localField))
    }
    #expect(abs(estimator.estimate.gyroscopeBias.z) < Angle(degrees: 1).radians)
  }

  @Test(arguments: [1.0, 5, 10])
  func `a steady turn from the start is no bias`(rate: Double) {
    var device = SimulatedDevice(seed: 6)
    device.swing = .zero
    device.turning = Angle(degrees: rate).radians
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.expectBias(deviation: Self.expected)
    device.feed(&estimator, from: 1, seconds: 60, moving: -100)
    #expect(estimator.estimate.gyroscopeBias.length < Angle(degrees: 0.3).radians)
  }

  @Test(arguments: [.nan, .infinity, -1, 0, 1e308])
  func `a deviation that none can be changes nothing`(deviation: Double) {
    var device = SimulatedDevice(seed: 6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.expectBias(deviation: deviation)
    device.feed(&estimator, from: 1, seconds: 10)
    var other = SimulatedDevice(seed: 6)
    var plain = OrientationEstimator(parameters: .withoutLatency)
    other.feed(&plain, from: 1, seconds: 10)
    #expect(estimator.estimate.attitude == plain.estimate.attitude)
  }
}
