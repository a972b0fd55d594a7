import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Uncalibrated hard iron, estimated while the device turns.
struct OpenIronTests {
  @Test(arguments: [10.0, 40, 100])
  func `an uncalibrated magnetometer gives a heading after some rotations`(microtesla: Double) {
    for seed in 1...4 {
      var device = SimulatedDevice(seed: UInt64(seed))
      device.hardIron = (device.noise(1).direction ?? Vector3(1, 0, 0)) * (microtesla * 1e-6)
      var estimator = OrientationEstimator(parameters: .uncalibrated)
      let still = device.feed(&estimator, from: 1, seconds: 4, moving: 5)
      #expect(still.allSatisfy { $0.bound68 > Angle(degrees: 60).radians })
      device.feed(&estimator, from: 5, seconds: 25, moving: 5)
      let errors = device.feed(&estimator, from: 30, seconds: 20, moving: 5)
      #expect(errors.allSatisfy { abs($0.heading) < Angle(degrees: 10).radians })
      #expect(errors.allSatisfy { abs($0.heading) <= $0.bound95 })
    }
  }

  @Test(arguments: [25.0, 50, 100])
  func `the heading of an uncalibrated magnetometer is steady at rest`(rate: Double) {
    for seed in 1...3 {
      var device = SimulatedDevice(seed: UInt64(seed))
      // 0.5° in the horizontal field; a bias that walks by 0.003°/s in a second.
      device.magnetometerNoise = 0.18e-6
      device.hardIron = Vector3(3e-6, 4e-6, 15e-6)
      device.gyroscopeBias =
        (device.noise(1).direction ?? Vector3(0, 0, 1)) * Angle(degrees: 1).radians
      var estimator = OrientationEstimator(parameters: .uncalibrated)
      device.feed(&estimator, from: 1, seconds: 10, rate: rate)
      var headings: [Double] = []
      for second in 11..<71 {
        device.gyroscopeBias += device.noise(Angle(degrees: 0.003).radians)
        for error in device.feed(&estimator, from: Double(second), seconds: 1, rate: rate) {
          headings.append(Angle(radians: error.heading).degrees)
          #expect(error.bound68 > Angle(degrees: 60).radians)
        }
      }
      let wander = (headings.max() ?? .infinity) - (headings.min() ?? 0)
      #expect(wander < 0.4, "\(seed)")
    }
  }

  /// The level's corrections in the first blocks, by a noise of 10 mg, are no rotations of the body.
  @Test func `the first heading of an uncalibrated magnetometer is that of the field`() throws {
    for seed in 1...20 {
      var device = SimulatedDevice(seed: UInt64(seed))
      device.magnetometerNoise = 0.18e-6
      device.accelerometerNoise = 0.1
      var estimator = OrientationEstimator(parameters: .uncalibrated)
      let errors = device.feed(&estimator, from: 1, seconds: 2, rate: 100)
      let last = try #require(errors.last)
      #expect(abs(Angle(radians: last.heading).degrees) < 1, "\(seed)")
    }
  }

  @Test(arguments: [10.0, 40])
  func `a magnet present since the start is estimated on a calibrated device`(microtesla: Double) {
    var device = SimulatedDevice(seed: 3)
    device.swing = Vector3(0.6, 0.2, 0.2)
    device.turning = 0
    device.hardIron = Vector3(0.6, -0.8, 0) * (microtesla * 1e-6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 40, moving: 3)
    let errors = device.feed(&estimator, from: 41, seconds: 20, moving: 3)
    #expect(errors.allSatisfy { abs($0.heading) < Angle(degrees: 5).radians })
  }

  @Test func `the strength variance for an assumed hard iron equals that of the corrected fields`()
  {
    var device = SimulatedDevice(seed: 8)
    let iron = Vector3(7e-6, -3e-6, 11e-6)
    let fields = (0..<200).map { _ in device.noise(30e-6) + Vector3(10e-6, 0, -40e-6) }
    var moments = StrengthMoments()
    for field in fields { moments.add(field) }
    let squares = fields.map { ($0 - iron).squaredLength }
    let mean = squares.reduce(0, +) / 200
    let variance = squares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200
    #expect(abs(moments.variance(without: iron) / variance - 1) < 1e-9)
  }
}
