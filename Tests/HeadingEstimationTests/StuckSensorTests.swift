import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// A stuck sensor while the body turns about the vertical, which gravity does not show.
struct StuckSensorTests {
  @Test(arguments: [6.0, 20, -45], [FailingDevice.Sensor.hangs, .saysZero])
  func `the heading stays within its bound while the gyroscope is stuck for six seconds`(
    rate: Double, fault: FailingDevice.Sensor
  ) {
    // It hangs with what it last said: that of the rest before, or of the turn, which a rest
    // follows.
    let turnEnd = fault == .hangs ? 7.0 : .infinity
    var device = FailingDevice(
      rate: rate, turnEnd: turnEnd, gyroscope: { $0 < 4 || $0 > 10 ? .works : fault })
    let errors = device.run(40)
    #expect(errors.beyond() < 25)
    #expect(errors.worst(from: 12) < 3)
    #expect((errors.last?.bound68 ?? 180) < 3)
  }

  private func errorsInTurn(rate: Double) -> [FailingDevice.Error] {
    var device = FailingDevice(rate: rate, magnetometer: { $0 < 4 || $0 > 20 ? .works : .hangs })
    return device.run(60)
  }

  @Test(arguments: [2.1, 2.2, 2.5, 3, 4])
  func `nothing is learned from a stuck magnetometer in a slow turn`(rate: Double) {
    let errors = errorsInTurn(rate: rate)
    #expect(errors.beyond() == 0)
    #expect(errors.worst() < 3)
  }

  /// Below the threshold of rest the turn may be a bias: the bound has to say so.
  @Test(arguments: [1.9, 1.95, 2, 2.05])
  func `a stuck magnetometer in a turn that is nearly rest widens the bound`(rate: Double) {
    let errors = errorsInTurn(rate: rate)
    #expect(errors.beyond() == 0)
    #expect(errors.worst() < 5)
  }

  @Test(arguments: [6.0, 60])
  func `a stuck magnetometer does not hold the heading in a turn`(rate: Double) {
    var device = FailingDevice(rate: rate, magnetometer: { $0 < 4 || $0 > 10 ? .works : .hangs })
    let errors = device.run(30)
    #expect(errors.beyond() == 0)
    #expect(errors.worst() < 4)
    // Only then the gyroscope hold is reported.
    #expect(
      errors.allSatisfy {
        $0.reasons.contains(.magnetometerStuck) == $0.reasons.contains(.gyroscopeHold)
      })
    #expect(errors.contains { $0.reasons.contains(.gyroscopeHold) })
  }

  @Test func `a magnetometer that repeats its reading at rest is used`() {
    var device = FailingDevice(rate: 0, magnetometer: { $0 < 4 ? .works : .hangs })
    let errors = device.run(60, hasLocationUpdates: true)
    #expect(!errors.contains { $0.reasons.contains(.gyroscopeHold) })
    #expect(errors.worst() < 3)
    #expect((errors.last?.bound68 ?? 180) < 4)
  }

  @Test func `a gyroscope that repeats zero at rest keeps the heading right`() {
    var device = FailingDevice(rate: 0, gyroscope: { $0 < 4 ? .works : .saysZero })
    let errors = device.run(60)
    #expect(errors.beyond() == 0)
    #expect(errors.worst() < 5)
  }

  @Test func `the bound covers a rotation with the gyroscope at full scale for seconds`() {
    var device = FailingDevice(rate: 6, gyroscope: { $0 < 4 || $0 > 8 ? .works : .isAtRail })
    let errors = device.run(40)
    // Three samples are needed to detect saturation.
    #expect(errors.beyond() < 15)
    #expect(errors.beyond(from: 4.2) == 0)
    #expect(errors.worst(from: 10) < 3)
  }

  @Test func `after gyroscope and accelerometer are stuck in a turn, the field gives the heading`()
  {
    var device = FailingDevice(
      rate: 20, gyroscope: { $0 < 4 || $0 > 10 ? .works : .saysZero },
      magnetometer: { $0 < 4 || $0 > 10 ? .works : .hangs })
    let errors = device.run(40)
    #expect(errors.worst(from: 20) < 4)
    #expect(errors.beyond(from: 20) == 0)
  }

  @Test(arguments: [FailingDevice.Sensor.works, .hangs])
  func `a device whose sensors are all stuck has no heading until they recover`(
    magnetometer: FailingDevice.Sensor
  ) {
    // Gyroscope and accelerometer are one chip; the magnetometer may hang with them.
    var device = FailingDevice(
      rate: 20, gyroscope: { $0 < 4 || $0 > 10 ? .works : .saysZero },
      accelerometer: { $0 < 4 || $0 > 10 ? .works : .hangs },
      magnetometer: { $0 < 4 || $0 > 10 ? .works : magnetometer })
    let errors = device.run(40)
    #expect(!errors.contains { $0.time > 5.3 && $0.time < 10 })
    #expect(errors.contains { $0.time > 10 && $0.time < 11 })
    #expect(errors.worst(from: 20) < 4)
    #expect(errors.beyond(from: 20) == 0)
  }

  @Test(arguments: [0, 1, 2])
  func `an axis that repeats while the body turns counts as stuck`(axis: Int) {
    let gravity = Vector3(0, 0, 9.81)
    var device = SimulatedDevice(seed: 3)
    var judge = StuckSensorTest(resolution: 0.5)
    var health = SensorHealth(limits: .accelerometer)
    var stuck: Double?
    var found: Double?
    for step in 0..<2000 {
      let time = Double(step) / 100
      let turn = Vector3(0.3, 0.5, 0.7) * Angle(radians: 0.6 * time).sine
      let attitude = Quaternion(rotationVector: turn)
      var value = attitude.conjugate * gravity + device.noise(0.02)
      if time >= 5 {
        stuck = stuck ?? value[axis]
        value[axis] = stuck ?? 0
      }
      let sample = VectorSample(time: BootTime(seconds: time), value: value)
      #expect(health.admit(sample) != nil)
      judge.update(
        sample, axes: health.axes, attitude: attitude, drift: Angle(degrees: 0.1).radians)
      if judge.isStuck, found == nil { found = time }
    }
    #expect((found ?? 0) > 5 && (found ?? .infinity) < 6.5)
  }

  @Test(arguments: [0, 1, 2])
  func `a stuck gyroscope axis is reported within a second and does not change the heading`(
    axis: Int
  ) {
    var device = SimulatedDevice(seed: UInt64(520 + axis))
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var held: Double?
    var named: Double?
    for index in 0..<4000 {
      let now = 1 + Double(index) / 100
      var sample = device.sample(at: now, moving: 2, rate: 100)
      if now > 20, now < 26 {
        held = held ?? sample.rate[axis]
        sample.rate[axis] = held ?? 0
      }
      let time = BootTime(seconds: now)
      estimator.update(angularRate: VectorSample(time: time, value: sample.rate))
      estimator.update(acceleration: VectorSample(time: time, value: sample.force))
      if let field = sample.field {
        estimator.update(magneticField: VectorSample(time: time, value: field))
      }
      let estimate = estimator.estimate
      if named == nil, estimate.reasons.contains(.gyroscopeStuck) { named = now }
      guard now < 20 || now > 31 else { continue }
      let error = estimate.attitude * device.attitude(at: now, moving: 2).conjugate
      if now > 3 { #expect(error.rotationVector.length < Angle(degrees: 8).radians, "\(now)") }
    }
    #expect((named ?? 100) < 21)
  }
}
