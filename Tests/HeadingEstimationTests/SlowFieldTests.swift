import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// A field that changes over seconds: a gyroscope whose bias is known outvotes it.
struct SlowFieldTests {
  /// What a device does and what its surroundings do after a minute of motion about all axes.
  struct Course: Sendable, CustomTestStringConvertible {
    /// Turn of the field about the vertical at constant strength and dip, degrees, and its duration, s.
    var turn = 0.0
    var duration = 1.0
    /// Amplitude of a yawing device, degrees; 0 at rest.
    var yaw = 0.0
    /// 1σ of the turn-on bias, degrees/s.
    var bias = 0.5

    var testDescription: String { "\(turn)° in \(duration) s, yaw ±\(yaw)°" }
  }

  /// Largest heading error from ten seconds after the change until a minute later, and its largest ratio to the 95 %
  /// bound, and the mean of that, degrees.
  private func errors(_ course: Course, seed: UInt64) -> (
    largest: Double, ratio: Double, bound: Double
  ) {
    var random = SplitMix(state: seed)
    func noise(_ size: Double) -> Vector3 {
      // Uniform, of the given standard deviation.
      let width = size * 3.0.squareRoot()
      return Vector3(
        random.uniform(-width...width), random.uniform(-width...width),
        random.uniform(-width...width))
    }
    let bias = noise(Angle(degrees: course.bias).radians)
    var estimator = OrientationEstimator()
    var (largest, ratio, held, count) = (0.0, 0.0, 0.0, 0.0)
    var before = Quaternion.identity
    let interval = 0.01
    let begin = 75.0
    for index in 0...Int((begin + course.duration + 60) / interval) {
      let now = Double(index) * interval
      let attitude = Self.attitude(at: now, yaw: course.yaw)
      let time = BootTime(seconds: 1 + now)
      let spin =
        index == 0
        ? Vector3.zero : (before.conjugate * attitude).rotationVector * (1 / interval)
      before = attitude
      let turned = max(0, min(1, (now - begin) / course.duration)) * course.turn
      let field =
        Quaternion(angle: Angle(degrees: turned), axis: Vector3(0, 0, 1))
        * SimulatedDevice.localField
      let middle = Self.attitude(at: now - interval / 2, yaw: course.yaw)
      estimator.update(
        angularRate: VectorSample(
          time: time, value: spin + bias + noise(Angle(degrees: 0.1).radians)))
      estimator.update(
        acceleration: VectorSample(
          time: time, value: middle.conjugate * Vector3(0, 0, 9.81) + noise(0.05)))
      estimator.update(
        magneticField: VectorSample(
          time: time, value: middle.conjugate * field + noise(0.4e-6)))
      guard now > begin + course.duration + 10, index % 10 == 0 else { continue }
      let estimate = estimator.estimate
      let error = abs((estimate.attitude * middle.conjugate).rotationVector.z) * 180 / .pi
      largest = max(largest, error)
      ratio = max(ratio, error / estimate.heading95.degrees)
      held += estimate.heading95.degrees
      count += 1
    }
    return (largest, ratio, held / count)
  }

  /// Turns about all axes for 50 s, then rests or yaws.
  private static func attitude(at now: Double, yaw: Double) -> Quaternion {
    let share = now < 50 ? sin(.pi * max(now, 0) / 50) : 0
    let swing = yaw * .pi / 180 * min(1, max(0, now - 55) / 5)
    let heading = 2.5 * share * sin(2 * .pi * now / 12) + swing * sin(2 * .pi * (now - 55) / 8)
    let pitch = 0.5 * share * sin(2 * .pi * now / 7.3)
    let roll = 0.5 * share * sin(2 * .pi * now / 5.1)
    return Quaternion(angle: Angle(radians: heading), axis: Vector3(0, 0, 1))
      * Quaternion(angle: Angle(radians: pitch), axis: Vector3(1, 0, 0))
      * Quaternion(angle: Angle(radians: roll), axis: Vector3(0, 1, 0))
  }

  @Test(arguments: [
    Course(turn: 15, duration: 5), Course(turn: -15, duration: 5), Course(turn: 15, duration: 30),
    Course(turn: 15, duration: 5, yaw: 30),
  ])
  func `a field that turns slowly is not followed`(course: Course) {
    for seed in [3, 5] as [UInt64] {
      let result = errors(course, seed: seed)
      #expect(result.largest < 7, "seed \(seed): \(result)")
      #expect(result.ratio < 2, "seed \(seed): \(result)")
    }
  }

  @Test(arguments: [Course(), Course(yaw: 30), Course(bias: 2)])
  func `a constant field keeps its bound`(course: Course) {
    let result = errors(course, seed: 4)
    // A heading in twenty touches its 95 % bound.
    #expect(result.ratio < 1.2, "\(result)")
    #expect(result.bound < 6, "\(result)")
  }
}
