import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Accelerations, temperature and saturation of the inertial sensors.
struct MotionTests {
  /// A vehicle on a circle: 15 m/s, one turn in 21 s, so 4.5 m/s² to the left; the largest tilt
  /// error after a minute, rad.
  private func tiltOnCircle(
    velocity isKnown: Bool, twist: Double = 0
  ) -> (tilt: Double, reasons: Reasons, bound: Double) {
    let (speed, turn, rate) = (15.0, 0.3, 50.0)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var largest = 0.0
    var reasons: Reasons = []
    var bound = Double.infinity
    for index in 0..<Int(90 * rate) {
      let now = Double(index) / rate
      let isTurning = now > 10
      let angle = isTurning ? turn * (now - 10) : 0
      let course = Quaternion(angle: Angle(radians: angle), axis: Vector3(0, 0, 1))
      // The phone in the vehicle may be twisted about the vertical.
      let wrung = twist * sin(2 * now)
      let truth = course * Quaternion(angle: Angle(radians: wrung), axis: Vector3(0, 0, 1))
      let velocity = course * Vector3(0, speed, 0)
      let acceleration =
        isTurning ? course * Vector3(-speed * turn, 0, 0) : Vector3.zero
      let time = BootTime(seconds: 1 + now)
      let spin = (isTurning ? turn : 0) + 2 * twist * cos(2 * now)
      estimator.update(angularRate: VectorSample(time: time, value: Vector3(0, 0, spin)))
      estimator.update(
        acceleration: VectorSample(
          time: time, value: truth.conjugate * (Vector3(0, 0, 9.81) + acceleration)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField))
      if isKnown, index % Int(rate) == 0 { estimator.update(velocity: velocity, at: time) }
      guard now > 30 else { continue }
      let estimate = estimator.estimate
      let up = estimate.attitude * (truth.conjugate * Vector3(0, 0, 1))
      let tilt = acos(min(1, up.z))
      if tilt > largest { (largest, bound) = (tilt, estimate.tiltAccuracy.radians) }
      reasons.formUnion(estimate.reasons)
    }
    return (largest, reasons, bound)
  }

  @Test func `a long turn with the speed known leaves the horizon upright`() {
    #expect(tiltOnCircle(velocity: true).tilt < Angle(degrees: 3).radians)
  }

  @Test func `without the speed a long turn is reported and within the bound`() {
    let (tilt, reasons, bound) = tiltOnCircle(velocity: false)
    // The tilt error of a low-pass of 3 s is 20°.
    #expect(tilt < Angle(degrees: 8).radians)
    #expect(reasons.contains(.accelerating))
    // The largest of 3000 tilts against the deviation stated then; 98 % of a plane's normal errors
    // are within twice it.
    #expect(tilt < 2.1 * bound)
  }

  @Test func `twisting a phone in a vehicle on a straight road does not tilt its horizon`() {
    let rate = 50.0
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    var largest = 0.0
    for index in 0..<Int(60 * rate) {
      let now = Double(index) / rate
      let truth = Quaternion(
        angle: Angle(radians: now > 10 ? 0.8 * sin(2 * (now - 10)) : 0), axis: Vector3(0, 0, 1))
      let spin = now > 10 ? 1.6 * cos(2 * (now - 10)) : 0
      let time = BootTime(seconds: 1 + now)
      estimator.update(angularRate: VectorSample(time: time, value: Vector3(0, 0, spin)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField))
      if index % Int(rate) == 0 {
        estimator.update(velocity: Vector3(0, 25, 0), at: time)
      }
      let up = estimator.estimate.attitude * Vector3(0, 0, 1)
      if now > 1 { largest = max(largest, acos(min(1, up.z))) }
    }
    #expect(largest < Angle(degrees: 1).radians)
  }

  @Test func `vibration of ten times the usual noise does not turn heading and horizon`() {
    var device = SimulatedDevice(seed: 41)
    device.accelerometerNoise = 5
    device.gyroscopeNoise = 0.05
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let errors = device.feed(&estimator, from: 1, seconds: 40, moving: 5, rate: 200)
    #expect(errors.suffix(200).allSatisfy { $0.tilt < Angle(degrees: 4).radians })
  }

  @Test func `the bias's temperature slope is estimated, saved and used after a power cycle`()
    throws
  {
    var device = SimulatedDevice(seed: 42)
    let slope = Vector3(0.0008, -0.0005, 0.0007)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    // Warms up by 20 K within 20 minutes, at rest.
    var now = 1.0
    for step in 0...40 {
      let kelvin = 300 + 0.5 * Double(step)
      device.gyroscopeBias = slope * (kelvin - 300)
      estimator.update(temperature: kelvin)
      device.feed(&estimator, from: now, seconds: 30, rate: 12.5)
      now += 30
    }
    let known = estimator.restorableState
    let state = try #require(known)
    #expect(((state.gyroscopeBiasSlope ?? .zero) - slope).length < 0.3 * slope.length)
    // Restarted cold, 20 K below: the bias is right at once.
    var restarted = OrientationEstimator(parameters: .withoutLatency)
    restarted.restore(state)
    restarted.update(temperature: 300)
    #expect(restarted.estimate.gyroscopeBias.length < 0.3 * slope.length * 20)
    let certain = restarted.estimate.gyroscopeBiasAccuracy
    var unaware = OrientationEstimator(parameters: .withoutLatency)
    unaware.restore(state)
    #expect(
      certain > unaware.estimate.gyroscopeBiasAccuracy, "carried over 20 K it is less certain")
  }

  @Test func `a plateau counts as saturation, a steady turn does not`() {
    func isSaturated(_ value: (Double) -> Double) -> Bool {
      var generator = SplitMix(state: 7)
      var gate = SensorHealth(limits: .gyroscope)
      var seen = false
      for index in 0..<2000 {
        let now = Double(index) / 100
        let noise = generator.uniform(-0.002...0.002)
        _ = gate.admit(
          VectorSample(
            time: BootTime(seconds: now), value: Vector3(0, 0, min(value(now) + noise, 7.37))))
        seen = seen || gate.saturation.isSaturated
      }
      return seen
    }
    #expect(!isSaturated { now in min(3.5, now * 2) })
    #expect(!isSaturated { now in 7 * sin(now) })
    #expect(isSaturated { now in 9 * sin(now) })
  }
}
