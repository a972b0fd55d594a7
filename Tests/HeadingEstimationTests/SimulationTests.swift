import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import Testing

struct SimulationTests {
  private func largest(_ errors: ArraySlice<Double>) -> Double {
    errors.map(abs).max() ?? .infinity
  }

  @Test(arguments: [25.0, 50, 100, 400, 1000, 8000])
  func `any rate gives the same answer within the noise`(rate: Double) {
    var device = SimulatedDevice(seed: 3)
    device.gyroscopeBias = Vector3(0.006, -0.004, 0.005)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    // 8 kHz is a quarter of a million samples in 30 s.
    let seconds = rate > 1000 ? 16.0 : 40
    let errors = device.feed(&estimator, from: 1, seconds: seconds, moving: 6, rate: rate)
    let last = rate > 1000 ? 60 : 300
    #expect(largest(errors.suffix(last).map(\.heading)[...]) < Angle(degrees: 2).radians)
    #expect(errors.suffix(last).allSatisfy { $0.tilt < Angle(degrees: 2.5).radians })
  }

  @Test(arguments: [0.001, 0.1, 0.4, 2, 60, 3600, 86_400])
  func `after a gap in motion the heading is within its bound`(
    gap: Double
  ) {
    var device = SimulatedDevice(seed: 30)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 20, moving: 4)
    let errors = device.feed(&estimator, from: 21 + gap, seconds: 30, moving: 4)
    #expect(errors.dropFirst(10).allSatisfy { abs($0.heading) < 1.5 * $0.bound95 })
    #expect(largest(errors.suffix(100).map(\.heading)[...]) < Angle(degrees: 4).radians)
  }

  @Test(arguments: [4.0, 12, 40, 120])
  func `attaching a magnet to the device, and its removal, are detected by rotation`(
    strength: Double
  ) {
    var device = SimulatedDevice(seed: 5)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var errors = device.feed(&estimator, from: 1, seconds: 40, moving: 5)
    let magnet = Vector3(0.6, -0.48, 0.64) * (strength * 1e-6)
    device.hardIron = magnet
    errors += device.feed(&estimator, from: 41, seconds: 40, moving: 5)
    let found = estimator.estimate
    #expect(((found.onlineHardIron ?? .zero) - magnet).length < 2e-6)
    device.hardIron = .zero
    errors += device.feed(&estimator, from: 81, seconds: 40, moving: 5)
    #expect((estimator.estimate.onlineHardIron ?? magnet).length < 2e-6)
    #expect(largest(errors.suffix(1100).map(\.heading)[...]) < Angle(degrees: 6).radians)
  }

  @Test(arguments: [10.0, 30, 100])
  func
    `the gyroscope holds the heading through a strong local disturbance, which is not taken for hard iron`(
      strength: Double
    )
  {
    var device = SimulatedDevice(seed: 8)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 60, moving: 5)
    device.disturbance = Vector3(0.6, -0.48, 0.64) * (strength * 1e-6)
    var errors = device.feed(&estimator, from: 61, seconds: 20, moving: 5)
    #expect((estimator.estimate.onlineHardIron ?? .zero).length < 2e-6)
    device.disturbance = .zero
    errors += device.feed(&estimator, from: 81, seconds: 20, moving: 5)
    #expect(largest(errors.map(\.heading)[...]) < Angle(degrees: 8).radians)
    #expect(errors.allSatisfy { abs($0.heading) < $0.bound95 * 1.5 })
  }

  @Test func `a disturbed field is reported at once`() {
    var device = SimulatedDevice(seed: 4)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 20)
    #expect(!estimator.estimate.isDisturbed)
    device.disturbance = Vector3(20e-6, 0, 0)
    device.feed(&estimator, from: 21, seconds: 1)
    #expect(estimator.estimate.isDisturbed)
    #expect(estimator.estimate.reasons.isSuperset(of: [.disturbed, .gyroscopeHold]))
  }

  @Test(arguments: [0.0, 90, 180])
  func `a start in motion and upside down finds its heading`(roll: Double) {
    var device = SimulatedDevice(seed: 31)
    device.swing.z = 0.7 + Angle(degrees: roll).radians
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let errors = device.feed(&estimator, from: 100, seconds: 30, moving: 50)
    #expect(largest(errors.suffix(150).map(\.heading)[...]) < Angle(degrees: 3).radians)
  }

  @Test func `a gyroscope that appears later does not interrupt the heading`() {
    var device = SimulatedDevice(seed: 32)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 5, hasGyroscope: false)
    for index in 0..<100 {
      let now = 6 + Double(index) / 100
      device.feed(&estimator, from: now, seconds: 0.01)
      #expect(estimator.estimate.hasNorth, "\(now) s")
      let error =
        estimator.estimate.attitude * device.attitude(at: now, moving: .infinity).conjugate
      #expect(error.rotationVector.length < Angle(degrees: 8).radians)
    }
  }

  @Test func `a field that contradicts the place is reported and within the bound`() {
    var device = SimulatedDevice(seed: 33)
    device.disturbance = Vector3(9e-6, 0, 9e-6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.setReferenceField(strength: 48e-6, inclination: Angle(degrees: 65))
    let errors = device.feed(&estimator, from: 1, seconds: 5)
    #expect(estimator.estimate.reasons.contains(.disturbed))
    #expect(errors.suffix(20).allSatisfy { abs($0.heading) < $0.bound95 })
    // Without the place only the possible unknown magnet is in the bound.
    var blind = OrientationEstimator(parameters: .withoutLatency)
    let others = device.feed(&blind, from: 1, seconds: 5)
    #expect(blind.estimate.reasons.contains(.disturbed))
    #expect(others.suffix(20).allSatisfy { abs($0.heading) < $0.bound95 })
  }

  @Test func `a restored local field reveals a start in a disturbed place`() {
    var state = RestoredState()
    state.fieldStrength = 48e-6
    state.inclination = Angle(degrees: 65)
    var device = SimulatedDevice(seed: 34)
    device.disturbance = Vector3(9e-6, 0, 9e-6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.restore(state)
    device.feed(&estimator, from: 1, seconds: 5)
    #expect(estimator.estimate.reasons.contains(.disturbed))
    // After minutes of motion the new field is adopted: the device has moved to another place.
    device.feed(&estimator, from: 6, seconds: 150, moving: 6, rate: 25)
    #expect(!estimator.estimate.reasons.contains(.disturbed))
  }

  @Test func `the heading error of a start in a disturbed place is corrected`() {
    var device = SimulatedDevice(seed: 6)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.disturbance = Vector3(25e-6, 0, 10e-6)
    device.feed(&estimator, from: 1, seconds: 4)
    device.disturbance = .zero
    let errors = device.feed(&estimator, from: 5, seconds: 180, moving: 5)
    #expect(largest(errors.suffix(200).map(\.heading)[...]) < Angle(degrees: 5).radians)
  }

  @Test func `rotation calibrates an uncalibrated magnetometer`() {
    var device = SimulatedDevice(seed: 7)
    device.hardIron = Vector3(35e-6, -60e-6, 20e-6)
    device.turning = 0.6
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let errors = device.feed(&estimator, from: 1, seconds: 120, moving: 3)
    #expect(largest(errors.suffix(300).map(\.heading)[...]) < Angle(degrees: 5).radians)
  }

  @Test func `the delay of the magnetometer is estimated`() throws {
    var device = SimulatedDevice(seed: 9)
    device.magnetometerDelay = 0.03
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 60, moving: 3)
    #expect(abs(try #require(estimator.estimate.magnetometerLatency) - 0.03) < 0.003)
  }

  @Test func `the bounds cover the truth in rooms as assumed, and are sharp`() {
    var inside68 = 0.0
    var inside95 = 0.0
    var count = 0.0
    var squares = 0.0
    var bounds = 0.0
    for seed in 0..<24 {
      var device = SimulatedDevice(seed: UInt64(seed + 100))
      device.gyroscopeBias = device.noise(0.004)
      // Most rooms and devices are good, some are bad: the hard iron that is left, the local
      // field's own deviation, and how the room varies as the device moves.
      let badness = seed % 3 == 0 ? 1.5 : 0.5
      device.hardIron = device.noise(0.4e-6 * badness)
      device.localDeviation = device.noise(Angle(degrees: 1).radians * badness).x
      device.roomVariation = 0.8e-6 * badness
      var estimator = OrientationEstimator(parameters: .withoutLatency)
      // The place is known, so that the bound includes no unknown magnet before the first rotation.
      estimator.setReferenceField(strength: 48e-6, inclination: Angle(degrees: 65))
      let errors = device.feed(&estimator, from: 1, seconds: 40, moving: 4, rate: 50)
      for error in errors.dropFirst(50) {
        count += 1
        if abs(error.heading) <= error.bound68 { inside68 += 1 }
        if abs(error.heading) <= error.bound95 { inside95 += 1 }
        squares += error.heading * error.heading
        bounds += error.bound68
      }
    }
    // Nothing accelerates this device, which the bound does not know at first.
    #expect(inside68 / count > 0.61 && inside68 / count < 0.82, "\(inside68 / count)")
    #expect(inside95 / count > 0.92)
    #expect(bounds / count < 1.5 * (squares / count).squareRoot())
  }

  @Test func `after a gap of hours the heading is back within a second`() {
    var device = SimulatedDevice(seed: 2)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 10)
    estimator.advance(to: BootTime(seconds: 9000))
    #expect(estimator.estimate.reasons.isSuperset(of: [.gyroscopeStale, .magnetometerStale]))
    let later = device.feed(&estimator, from: 10_000, seconds: 2, moving: 9_990)
    #expect(largest(later.suffix(10).map(\.heading)[...]) < Angle(degrees: 8).radians)
  }

  @Test func `without a magnetometer the bound grows as time passes`() {
    var device = SimulatedDevice(seed: 12)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 10)
    let before = estimator.estimate.heading68
    device.hasMagnetometer = false
    device.feed(&estimator, from: 11, seconds: 60)
    let after = estimator.estimate
    #expect(after.heading68 > before)
    #expect(after.headingErrorTerms.gyroscopeHold > 0)
    #expect(after.reasons.isSuperset(of: [.magnetometerStale, .gyroscopeHold]))
  }

  @Test func `a heading is resumed after a power cycle when the device was not turned`() {
    let disturbed = Vector3(18e-6, 0, 0)
    var device = SimulatedDevice(seed: 13)
    device.disturbance = disturbed
    var state = RestoredState()
    let truth = device.attitude(at: 0, moving: .infinity)
    state.attitude = truth
    state.magneticField = truth.conjugate * (SimulatedDevice.localField + disturbed)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    estimator.restore(state)
    let errors = device.feed(&estimator, from: 1, seconds: 3)
    #expect(largest(errors.suffix(10).map(\.heading)[...]) < Angle(degrees: 4).radians)
    // The device has been turned since: the restored heading must not be adopted.
    var turned = OrientationEstimator(parameters: .withoutLatency)
    state.attitude = Quaternion(rotationVector: Vector3(0, 0, 1)) * truth
    state.magneticField = Vector3(0, 20e-6, -40e-6)
    turned.restore(state)
    device.disturbance = .zero
    let others = device.feed(&turned, from: 1, seconds: 3)
    #expect(largest(others.suffix(10).map(\.heading)[...]) < Angle(degrees: 3).radians)
  }

  @Test func `a saturated gyroscope is detected and within the bound`() {
    var device = SimulatedDevice(seed: 14)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.swing.x = 4
    device.gyroscopeRange = 2.5
    var errors: [(heading: Double, bound68: Double, bound95: Double, tilt: Double)] = []
    var isSaid = false
    for index in 0..<60 {
      errors += device.feed(&estimator, from: 1 + Double(index), seconds: 1, moving: 5)
      isSaid = isSaid || estimator.estimate.reasons.contains(.saturated)
    }
    #expect(isSaid)
    let uncovered = errors.filter { abs($0.heading) > $0.bound95 }.count
    #expect(Double(uncovered) < 0.1 * Double(errors.count))
  }

  @Test func `duplicate, late or shuffled samples do no harm`() {
    var device = SimulatedDevice(seed: 15)
    var orderly = OrientationEstimator(parameters: .withoutLatency)
    var copy = device
    device.feed(&orderly, from: 1, seconds: 20, moving: 3)
    var messy = OrientationEstimator(parameters: .withoutLatency)
    copy.isMessy = true
    let errors = copy.feed(&messy, from: 1, seconds: 20, moving: 3)
    #expect(messy.lateSampleCount > 100)
    #expect(largest(errors.suffix(100).map(\.heading)[...]) < Angle(degrees: 3).radians)
  }

  @Test func `hours of data leave the estimator healthy`() {
    var device = SimulatedDevice(seed: 16)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let errors = device.feed(&estimator, from: 1, seconds: 3600, moving: 10, rate: 12.5)
    #expect(errors.suffix(3000).allSatisfy { abs($0.heading) < Angle(degrees: 12).radians })
  }
}

extension OrientationParameters {
  /// Ideal sensors have no latency.
  static var withoutLatency: OrientationParameters {
    var parameters = OrientationParameters()
    parameters.inertialLatency = 0
    return parameters
  }
}
