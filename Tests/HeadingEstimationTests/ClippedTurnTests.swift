import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingEstimation

/// Rotations beyond the gyroscope's range, completed by the field.
struct ClippedTurnTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `rotations beyond the range keep heading and horizon right`(seed: UInt64) {
    var device = SimulatedDevice(seed: seed)
    device.swing = Vector3(4, 0.2, 0.2)
    var estimator = OrientationEstimator(parameters: .withoutLatency)
    device.feed(&estimator, from: 1, seconds: 14, moving: 5, rate: 200)
    // Peaks of 3.7 rad/s about the vertical, cut for a sixth of the time.
    device.gyroscopeRange = 3.2
    let errors = device.feed(&estimator, from: 15, seconds: 45, moving: 5, rate: 200)
    let squares = errors.reduce(0) { $0 + $1.heading * $1.heading } / Double(errors.count)
    #expect(squares.squareRoot() < Angle(degrees: 3).radians)
    #expect(errors.allSatisfy { abs($0.heading) < Angle(degrees: 15).radians })
  }

  @Test func `one field determines the missing angle of a clipped rotation`() {
    let axis = Vector3(0, 0, 1)
    var turn = ClippedTurn(axis: axis)
    turn.extend(by: axis * 8, axis: axis, interval: 0.1)
    let expected = Vector3(20e-6, 5e-6, -40e-6)
    let measured = Quaternion(angle: Angle(degrees: -20), axis: axis) * expected
    let angle = turn.angle(measured: measured, expected: expected) ?? .nan
    #expect(abs(Angle(radians: angle).degrees - 20) < 1e-6)
    #expect(turn.deviation == 0)
  }

  @Test func `a field that a rotation about the axis does not explain is ignored`() {
    let axis = Vector3(0, 0, 1)
    let expected = Vector3(20e-6, 5e-6, -40e-6)
    // Turned about another axis, of another strength, along the axis, and against the turn.
    for (measured, field) in [
      (Quaternion(angle: Angle(degrees: 30), axis: Vector3(1, 0, 0)) * expected, expected),
      (expected * 1.3, expected), (Vector3(0, 0, -45e-6), Vector3(0, 0, -45e-6)),
      (Quaternion(angle: Angle(degrees: 60), axis: axis) * expected, expected),
      (Vector3(repeating: .nan), expected),
    ] {
      var turn = ClippedTurn(axis: axis)
      turn.extend(by: axis * 8, axis: axis, interval: 0.1)
      let angle = turn.angle(measured: measured, expected: field)
      #expect(angle == nil)
      #expect(turn.deviation > 0.3)
    }
  }
}
