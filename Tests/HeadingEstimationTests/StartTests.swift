import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import Testing

/// Initial alignment, and independence of tilt from the magnetometer.
struct StartTests {
  @Test(arguments: [
    Vector3(0, 0, 0), Vector3(0, 3.1, 0), Vector3(1.2, 0, 2), Vector3(-1.5, 0.3, -1),
  ])
  func `at rest the heading is right within a second in any pose`(pose: Vector3) {
    let truth = Quaternion(rotationVector: pose)
    var device = SimulatedDevice(seed: 21)
    var estimator = OrientationEstimator()
    estimator.setReferenceField(strength: 48e-6, inclination: Angle(degrees: 65))
    for step in 0..<100 {
      let time = BootTime(seconds: 5 + Double(step) / 100)
      estimator.update(
        angularRate: VectorSample(time: time, value: device.noise(0.002) + Vector3(0.005, 0, 0)))
      estimator.update(
        acceleration: VectorSample(
          time: time, value: truth.conjugate * Vector3(0, 0, 9.81) + device.noise(0.05)))
      estimator.update(
        magneticField: VectorSample(
          time: time,
          value: truth.conjugate * SimulatedDevice.localField + device.noise(0.5e-6)))
    }
    let estimate = estimator.estimate
    #expect(estimate.hasNorth)
    let error = (estimate.attitude * truth.conjugate).rotationVector
    #expect(error.length < estimate.heading95.radians)
    #expect(estimate.heading68.degrees < 6)
  }

  @Test func `the magnetometer never changes pitch and roll`() {
    var device = SimulatedDevice(seed: 22)
    var with = OrientationEstimator()
    var without = OrientationEstimator()
    var largest = 0.0
    for step in 0..<6000 {
      let now = 1 + Double(step) / 100
      // A magnet of the field's own strength comes and goes.
      device.disturbance =
        now.truncatingRemainder(dividingBy: 10) > 6 ? Vector3(40e-6, 0, 30e-6) : .zero
      let sample = device.sample(at: now, moving: 4, rate: 100)
      let time = BootTime(seconds: now)
      with.update(angularRate: VectorSample(time: time, value: sample.rate))
      with.update(acceleration: VectorSample(time: time, value: sample.force))
      if let field = sample.field {
        with.update(magneticField: VectorSample(time: time, value: field))
      }
      without.update(angularRate: VectorSample(time: time, value: sample.rate))
      without.update(acceleration: VectorSample(time: time, value: sample.force))
      let up = Vector3(0, 0, 1)
      let apart =
        with.estimate.attitude.conjugate * up - without.estimate.attitude.conjugate * up
      largest = max(largest, apart.length)
    }
    // Only through the gyroscope bias about the vertical, which the field determines.
    #expect(largest < Angle(degrees: 0.2).radians)
  }
}
