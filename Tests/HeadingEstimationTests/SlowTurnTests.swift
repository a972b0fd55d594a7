import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// A slow turn without vibration looks like rest to the inertial sensors.
struct SlowTurnTests {
  /// What is known at the end of a minute at rest and a turn of so many seconds: error of the offset about the vertical, of the
  /// heading, and the heading's 95 % bound, degrees.
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
      func noise(_ size: Double) -> Vector3 {
        Vector3(
          device.uniform(-size...size), device.uniform(-size...size),
          device.uniform(-size...size))
      }
      let spin = Angle(degrees: offset + (isTurning ? rate : 0)).radians
      estimator.update(
        angularRate: VectorSample(time: time, value: Vector3(0, 0, spin) + noise(0.003)))
      estimator.update(
        acceleration: VectorSample(time: time, value: Vector3(0, 0, 9.81) + noise(0.08)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField + noise(0.5e-6)))
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
  func `a long, smooth bend is not taken for the gyroscope's offset`(
    rate: Double, turning: Double
  ) {
    let result = errors(rate: rate, turning: turning, offset: 0.4)
    #expect(result.offset < 0.1, "\(result)")
    #expect(result.heading < max(result.bound, 3), "\(result)")
  }

  @Test func `after the bend rest is rest again`() {
    #expect(errors(rate: 0.5, turning: 30, offset: 0.2, resting: 22).isAtRest)
  }

  @Test(arguments: [0.0, 0.5, 1.5])
  func `an offset at rest is learnt, whatever it is`(offset: Double) {
    let result = errors(rate: 0, turning: 0, offset: offset)
    #expect(result.offset < 0.02 && result.isAtRest)
  }
}
