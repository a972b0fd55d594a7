import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import Testing

/// Time stamps that step back, and headings without a usable bound.
@Suite(.timeLimit(.minutes(1))) struct StalledClockTests {
  /// A level device that points north, with noise.
  private struct Device: ~Copyable {
    var estimator: OrientationEstimator
    var seed: UInt64 = 9

    mutating func run(from start: Double, rows: Int) {
      func noise(_ size: Double) -> Vector3 {
        var values = Vector3.zero
        for axis in 0..<3 {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          values[axis] = (Double(seed >> 11) / 0x1p53 - 0.5) * size
        }
        return values
      }
      for row in 0..<rows {
        let time = BootTime(seconds: start + Double(row) * 0.01)
        estimator.update(angularRate: VectorSample(time: time, value: noise(0.004)))
        estimator.update(
          acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.80665) + noise(0.05)))
        estimator.update(
          magneticField: VectorSample(
            time: time, value: Vector3(0, 20e-6, -43e-6) + noise(0.6e-6)))
      }
    }
  }

  @Test func `samples that are late for good leave no heading, with the reason`() {
    var device = Device(estimator: OrientationEstimator())
    device.run(from: 100, rows: 1000)
    var estimate = device.estimator.estimate
    #expect(estimate.heading68.degrees < 20)
    #expect(!estimate.reasons.contains(.late))
    // A short delayed batch says nothing.
    device.run(from: 105, rows: 40)
    estimate = device.estimator.estimate
    #expect(!estimate.reasons.contains(.late))
    device.run(from: 71, rows: 60)
    estimate = device.estimator.estimate
    #expect(estimate.heading68.degrees == 180)
    #expect(estimate.reasons.contains(.late))
    device.run(from: 110, rows: 10)
    estimate = device.estimator.estimate
    #expect(estimate.heading68.degrees < 30)
    #expect(!estimate.reasons.contains(.late))
  }

  /// The device begins to turn, at 17°/s and more, when its clock steps back.
  @Test(arguments: [0.2, 1, 3])
  func `a rotation while the clock catches up is not missed`(back: Double) {
    for seed in 1...4 {
      var device = SimulatedDevice(seed: UInt64(seed))
      var estimator = OrientationEstimator()
      device.feed(&estimator, from: 100, seconds: 20)
      var (outside, count) = (0, 0)
      for row in 0..<1500 {
        let now = 120 + Double(row) * 0.01
        let sample = device.sample(at: now, moving: 120, rate: 100)
        let time = BootTime(seconds: now - back)
        estimator.update(angularRate: VectorSample(time: time, value: sample.rate))
        estimator.update(acceleration: VectorSample(time: time, value: sample.force))
        if let field = sample.field {
          estimator.update(magneticField: VectorSample(time: time, value: field))
        }
        // Until then no reading is in order.
        guard now - back > 120.1 else { continue }
        let estimate = estimator.estimate
        let error = estimate.attitude * sample.truth.conjugate
        let heading = Angle(radians: abs(error.rotationVector.z))
        count += 1
        if heading.degrees > estimate.heading95.degrees { outside += 1 }
      }
      #expect(Double(outside) < 0.05 * Double(count), "seed \(seed): \(outside) of \(count)")
    }
  }

  @Test func `a heading that is unknown has a reason`() {
    var device = Device(estimator: OrientationEstimator(parameters: .uncalibrated))
    device.run(from: 0, rows: 1000)
    let unknown = device.estimator.estimate
    #expect(unknown.heading68.degrees == 180)
    #expect(unknown.reasons.contains(.uncalibrated))
  }
}
