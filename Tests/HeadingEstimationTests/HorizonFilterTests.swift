import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Tilt error and its stated accuracy under sustained and periodic accelerations.
struct HorizonFilterTests {
  private static let interval = 0.02

  /// A boat on one course: roll and accelerations of the kinds named, a bias of 0.2°/s in the
  /// gyroscope.
  private static func tilt(
    broadband: Bool, seed: UInt64
  ) -> (error: Double, bound: Double, bias: Double) {
    var generator = SplitMix(state: seed)
    func noise() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0..<1, using: &generator) }
    }
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    let bias = Vector3(Angle(degrees: 0.2).radians, Angle(degrees: -0.2).radians, 0)
    var push = Vector3.zero
    var (errors, bounds, count) = (0.0, 0.0, 0.0)
    for index in 0..<10_000 {
      let now = Double(index) * interval
      let wave = 2 * Double.pi * 0.14 * now
      let roll = Angle(degrees: 15).radians * sin(wave)
      let truth = Quaternion(angle: Angle(radians: roll), axis: Vector3(0, 1, 0))
      let rate = Vector3(0, Angle(degrees: 15).radians * 2 * .pi * 0.14 * cos(wave), 0)
      if broadband {
        // 0.8 m/s², correlated over 0.7 s.
        let keep = exp(-interval / 0.7)
        push =
          push * keep + Vector3(noise(), noise(), noise()) * (0.8 * (1 - keep * keep).squareRoot())
      } else {
        push = Vector3(1.2 * sin(wave + 1), 1.2 * sin(2 * .pi * 0.2 * now), 0)
      }
      let time = BootTime(seconds: 1 + now)
      let shake = Vector3(noise(), noise(), noise()) * 0.000_5
      estimator.update(angularRate: VectorSample(time: time, value: rate + bias + shake))
      let force = truth.conjugate * (push + Vector3(0, 0, PhysicalConstants.standardGravity))
      estimator.update(acceleration: VectorSample(time: time, value: force))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: truth.conjugate * SimulatedDevice.localField))
      guard now > 100 else { continue }
      let estimate = estimator.estimate
      let up = estimate.attitude * truth.conjugate * Vector3(0, 0, 1)
      errors += up.x * up.x + up.y * up.y
      bounds += estimate.tiltAccuracy.radians * estimate.tiltAccuracy.radians
      count += 1
    }
    let known = estimator.estimate.gyroscopeBias - bias
    return ((errors / count).squareRoot(), (bounds / count).squareRoot(), known.length)
  }

  /// A low-pass of 3 s leaves 1.2°.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `waves of 7 s and 1,2 m/s² hardly tilt the horizon`(seed: UInt64) {
    let found = Self.tilt(broadband: false, seed: seed)
    #expect(found.error < Angle(degrees: 0.5).radians)
    #expect(found.bias < Angle(degrees: 0.05).radians)
  }

  /// A low-pass of 3 s leaves 3°.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `broadband accelerations tilt the horizon by less than 2°, within the stated accuracy`(
    seed: UInt64
  ) {
    let found = Self.tilt(broadband: true, seed: seed)
    #expect(found.error < Angle(degrees: 2).radians)
    #expect(found.error < 2 * found.bound && found.bound < 3 * found.error)
  }

  @Test func `a rotation during a gyroscope gap is recovered`() {
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

  @Test func `the heading bound covers the error of a boat on a winding course`() {
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
    // The bound is nearly twice the error, beyond the factor of 1.4 that was asked of the low-pass
    // before.
    #expect(tilts > tiltBounds / 5 && tilts < 2 * tiltBounds)
    #expect(headings < 1.5 * headingBounds)
  }
}
