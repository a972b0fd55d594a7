import HeadingGeometry
import Testing

@testable import HeadingEstimation

struct FieldKalmanFilterTests {
  /// A model in the middle of its life, with every state and correlation different from zero.
  private func sample() -> (FieldKalmanFilter, FieldKalmanFilter.Measurement) {
    var model = FieldKalmanFilter()
    model.setVector(FieldKalmanFilter.field, to: Vector3(3e-6, 18e-6, -41e-6), variance: 4e-12)
    model.setVector(FieldKalmanFilter.variation, to: Vector3(1e-6, -2e-6, 3e-6), variance: 1e-12)
    model.setVector(FieldKalmanFilter.hardIron, to: Vector3(5e-6, -3e-6, 2e-6), variance: 9e-12)
    model.set(FieldKalmanFilter.delay, to: 0.004, variance: 1e-4)
    model.set(FieldKalmanFilter.drift, to: 0.02, variance: 1e-4)
    let attitude = Quaternion(rotationVector: Vector3(0.4, -0.8, 1.3))
    let measurement = FieldKalmanFilter.Measurement(
      field: Vector3(4e-6, 17e-6, -38e-6), rotation: attitude.matrix,
      motion: attitude * Vector3(1, -2, 0.5).cross(Vector3(2e-5, 1e-5, -4e-5)),
      turning: attitude.matrix * crossing(Vector3(1, -2, 0.5)), variance: 2e-13)
    _ = model.update(measurement)
    return (model, measurement)
  }

  /// The matrix of the vector product.
  private func crossing(_ rate: Vector3) -> Matrix3 {
    Matrix3(
      columns: rate.cross(Vector3(1, 0, 0)), rate.cross(Vector3(0, 1, 0)),
      rate.cross(Vector3(0, 0, 1)))
  }

  private func shifted(_ model: FieldKalmanFilter, _ index: Int, by change: Double)
    -> FieldKalmanFilter
  {
    var model = model
    model.set(
      index, to: model.state[index] + change, variance: model.covariance[index][index])
    return model
  }

  @Test(arguments: 0..<11)
  func `the measurement's Jacobian is its finite difference`(index: Int) {
    let (model, measurement) = sample()
    let step = index < 9 ? 1e-7 : 1e-3
    let difference =
      (shifted(model, index, by: step).prediction(measurement)
        - shifted(model, index, by: -step).prediction(measurement)) / (2 * step)
    for axis in 0..<3 {
      let row = model.jacobian(measurement, axis: axis)
      #expect(abs(row[index] - difference[axis]) <= 1e-9 * max(1, abs(row[index])))
    }
  }

  @Test(arguments: [nil, Quaternion(rotationVector: Vector3(0.02, -0.03, 0.05))])
  func `the covariance is propagated with the finite difference of the state's propagation`(
    frameRotation: Quaternion?
  ) {
    let (model, _) = sample()
    let step = FieldKalmanFilter.Step(
      interval: 0.05, headingVariance: 0, driftVariance: 0, fieldVariance: 0, hardIronVariance: 0,
      variationTime: 1, variationVariance: 0, frameRotation: frameRotation)
    var transition = [[Double]](repeating: Array(repeating: 0, count: 11), count: 11)
    for index in 0..<11 {
      let change = index < 9 ? 1e-9 : 1e-6
      var above = shifted(model, index, by: change)
      var below = shifted(model, index, by: -change)
      above.propagate(step)
      below.propagate(step)
      for row in 0..<11 {
        transition[row][index] = (above.state[row] - below.state[row]) / (2 * change)
      }
    }
    var propagated = model
    propagated.propagate(step)
    for row in 0..<11 {
      for column in 0..<11 {
        var expected = 0.0
        for inner in 0..<11 {
          for other in 0..<11 {
            expected +=
              transition[row][inner] * model.covariance[inner][other] * transition[column][other]
          }
        }
        let scale =
          (model.covariance[row][row] * model.covariance[column][column]).squareRoot() + 1e-16
        // The turn of m by the mean drift, 1e-3 rad a step, is left out of its covariance.
        #expect(abs(propagated.covariance[row][column] - expected) < 5e-3 * scale)
      }
    }
  }

  @Test func `the heading's variance is the finite difference's`() {
    let (model, _) = sample()
    let step = 1e-10
    var gradient: [Double] = []
    for index in 0..<2 {
      gradient.append(
        (shifted(model, index, by: step).heading - shifted(model, index, by: -step).heading)
          / (2 * step))
    }
    var expected = 0.0
    for row in 0..<2 {
      for column in 0..<2 {
        expected += gradient[row] * model.covariance[row][column] * gradient[column]
      }
    }
    #expect(abs(model.headingVariance - expected) < 1e-5 * expected)
  }

  @Test func `hard iron and delay are estimated from rotations`() {
    var model = FieldKalmanFilter()
    let local = Vector3(2e-6, 18e-6, -43e-6)
    let hardIron = Vector3(12e-6, -7e-6, 20e-6)
    model.setVector(FieldKalmanFilter.field, to: .zero, variance: 1e-8)
    model.setVector(FieldKalmanFilter.hardIron, to: .zero, variance: 1e-9)
    model.set(FieldKalmanFilter.delay, to: 0, variance: 1e-4)
    for index in 0..<400 {
      let time = Double(index) * 0.05
      let attitude =
        Quaternion(angle: Angle(radians: time), axis: Vector3(0, 0, 1))
        * Quaternion(angle: Angle(radians: 0.7 * time), axis: Vector3(1, 0, 0))
      let rate = Vector3(0.7, 0, 0) + attitude.conjugate * Vector3(0, 0, 1)
      let late = attitude * Quaternion(rotationVector: rate * -0.012)
      let value = late.conjugate * local + hardIron
      let measurement = FieldKalmanFilter.Measurement(
        field: attitude * value, rotation: attitude.matrix, motion: attitude * rate.cross(value),
        turning: attitude.matrix * crossing(rate), variance: 1e-14)
      _ = model.update(measurement)
    }
    #expect((model.vector(FieldKalmanFilter.hardIron) - hardIron).length < 0.5e-6)
    #expect((model.vector(FieldKalmanFilter.field) - local).length < 0.5e-6)
    #expect(abs(model.state[FieldKalmanFilter.delay] - 0.012) < 0.001)
  }
}
