import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

@testable import HeadingNavigation

/// Every row of every Jacobian against central differences of the model itself.
struct JacobianTests {
  /// A state far from every symmetry.
  private let state: NavigationState = {
    var state = NavigationState()
    state.latitude = 0.83
    state.longitude = 0.15
    state.altitude = 412
    state.velocity = Vector3(3.1, -7.2, 0.8)
    state.attitude =
      AttitudeAngles(
        heading: Angle(degrees: 213), pitch: Angle(degrees: 17), roll: Angle(degrees: -28)
      ).quaternion
    state.gyroscopeBias = Vector3(0.004, -0.002, 0.003)
    state.gyroscopeScale = Vector3(0.0005, -0.0003, 0.0004)
    state.accelerometerBias = Vector3(0.05, 0.08, -0.04)
    state.pressureOffset = 31
    state.fixOffset = Vector3(1.2, -0.7, 2.1)
    state.magneticOffset = 0.03
    state.vehicle = Quaternion(rotationVector: Vector3(1.1, -0.4, 0.7))
    state.mountYaw = 0.08
    state.mountPitch = -0.11
    state.axleDistance = 1.7
    state.acrossSum = 0.02
    state.floorSum = -0.01
    state.positionLag = 0.4
    state.velocityLag = 0.7
    state.residualIron = Vector3(0.04, -0.07, 0.05)
    state.motorIron = SIMD2(-0.11, 0.06)
    return state
  }()

  private let arm = Vector3(0.4, -1.1, 0.7)
  private let raw = Vector3(0.3, -0.5, 0.9)
  private let force = Vector3(1.3, -0.9, 9.4)
  private let field = Vector3(11e-6, 19e-6, -38e-6)

  /// The declination with which the field has the state's deviation: there the row is the derivative.
  private var declination: Double {
    let earth = state.attitude * field
    return Double.atan2(y: earth.x, x: earth.y) - state.magneticOffset
  }

  /// A model: its value and row at a state.
  enum Model: CaseIterable {
    case east, north, up, eastSpeed, northSpeed, upSpeed, pressure, field, drivenField, heading
    case across, upward, acrossMean, floorMean, levelEast, levelNorth
  }

  private func predict(_ model: Model, _ state: NavigationState) -> MeasurementModels.Prediction? {
    let rate = raw - state.gyroscopeBias
    func speed(_ axis: Int) -> MeasurementModels.Prediction {
      let felt = state.attitude * (force - state.accelerometerBias)
      return MeasurementModels.fixVelocity(
        state, leverArm: arm, rate: rate,
        acceleration: felt - Vector3(0, 0, PhysicalConstants.standardGravity), axis: axis)
    }
    return switch model {
    case .east: MeasurementModels.fixPosition(state, leverArm: arm, axis: 0)
    case .north: MeasurementModels.fixPosition(state, leverArm: arm, axis: 1)
    case .up: MeasurementModels.fixPosition(state, leverArm: arm, axis: 2)
    case .eastSpeed: speed(0)
    case .northSpeed: speed(1)
    case .upSpeed: speed(2)
    case .pressure: MeasurementModels.pressureAltitude(state)
    case .field, .drivenField:
      MeasurementModels.fieldAzimuth(
        state, field: field, declination: declination, isDriven: model == .drivenField)
    case .heading: MeasurementModels.azimuth(state, of: Vector3(0, 1, 0))
    case .across: MeasurementModels.across(state, rate: rate)
    case .upward: MeasurementModels.upward(state)
    case .acrossMean: MeasurementModels.acrossMean(state, over: 0.98)
    case .floorMean: MeasurementModels.floorMean(state, over: 0.98)
    case .levelEast: MeasurementModels.level(state, up: Vector3(0.3, -0.2, 0.93), axis: 0)
    case .levelNorth: MeasurementModels.level(state, up: Vector3(0.3, -0.2, 0.93), axis: 1)
    }
  }

  @Test func `the field never tells heading and local deviation apart`() throws {
    for model in [Model.field, .drivenField] {
      let row = try #require(predict(model, state)).row
      #expect(row[ErrorIndex.magneticOffset] == row[ErrorIndex.attitude + 2])
    }
  }

  @Test(arguments: Model.allCases)
  func `each Jacobian row equals the central differences of its measurement`(model: Model) throws {
    let row = try #require(predict(model, state)).row
    for index in 0..<ErrorIndex.count {
      // The fix's position is counted from the state's place: its derivative by it is 1 by definition.
      if index < 2, row[index] == 1 { continue }
      if index == 2, model == .up { continue }
      let step = 1e-5
      var error = ErrorVector()
      error[index] = step
      var above = state
      above.correct(by: error)
      error[index] = -step
      var below = state
      below.correct(by: error)
      let slope =
        (try #require(predict(model, above)).value - #require(predict(model, below)).value)
        / (2 * step)
      // Central differences of smooth functions: the rest is of the order of step² and round-off.
      #expect(abs(slope - row[index]) < 2e-6 * max(1, abs(slope)), "\(model) by error \(index)")
    }
  }

  @Test func `the covariance propagates as the nonlinear model over a step`() {
    let dt = 0.02
    let turn = Vector3(0.004, -0.003, 0.006)
    let velocityIncrement = Vector3(0.03, 0.05, 0.19)
    func carried(_ start: NavigationState) -> NavigationState {
      var result = start
      result.propagate(
        turn: start.turn(measured: turn, interval: dt),
        velocityIncrement: velocityIncrement - start.accelerometerBias * dt,
        interval: dt, isDriven: SIMD3(1, 1, 1))
      return result
    }
    for index in 0..<ErrorIndex.count {
      // A covariance of one certain direction stays one: F e (F e)ᵀ, whose column shows F e.
      var covariance = ErrorCovariance()
      covariance[index, index] = 1
      covariance.propagate(
        ErrorCovariance.Transition(
          interval: dt, turn: state.turn(measured: turn, interval: dt),
          velocityIncrement: state.attitude * (velocityIncrement - state.accelerometerBias * dt),
          rotation: state.attitude.matrix, isDriven: SIMD3(1, 1, 1)))
      // The place is kept in radians, which resolve a nanometre.
      let step = 1e-3
      var error = ErrorVector()
      error[index] = step
      var above = state
      above.correct(by: error)
      error[index] = -step
      var below = state
      below.correct(by: error)
      let change = difference(from: carried(below), to: carried(above))
      for other in 0..<ErrorIndex.count {
        let slope = change[other] / (2 * step)
        // The offset of the gyroscope acts by the rotation at the start; half the turn of 4 mrad is left out.
        #expect(
          abs(covariance[other, index] - slope) < 0.004 * dt + 5e-6,
          "error \(other) by error \(index): \(covariance[other, index]) against \(slope)")
      }
    }
  }

  @Test func `the integral of a measurement has the covariance of its central differences`() throws
  {
    let dt = 0.02
    let rate = raw - state.gyroscopeBias
    for index in 0..<ErrorIndex.count {
      // As above: the column of a certain direction shows what has become of it.
      var covariance = ErrorCovariance()
      covariance[index, index] = 1
      covariance.integrate(
        MeasurementModels.across(state, rate: rate).row, for: dt, into: ErrorIndex.acrossSum)
      let step = 1e-5
      func sum(_ sign: Double) -> Double {
        var error = ErrorVector()
        error[index] = sign * step
        var moved = state
        moved.correct(by: error)
        let prediction = MeasurementModels.across(moved, rate: raw - moved.gyroscopeBias)
        return moved.acrossSum + prediction.value * dt
      }
      let slope = (sum(1) - sum(-1)) / (2 * step)
      #expect(abs(covariance[ErrorIndex.acrossSum, index] - slope) < 1e-7, "error \(index)")
      #expect(covariance[index, ErrorIndex.acrossSum] == covariance[ErrorIndex.acrossSum, index])
    }
  }

  private func difference(
    from one: NavigationState, to other: NavigationState
  ) -> ErrorVector {
    var result = ErrorVector()
    result.set(
      one.vector(
        toLatitude: other.latitude, longitude: other.longitude, altitude: other.altitude), at: 0)
    result.set(other.velocity - one.velocity, at: 3)
    result.set((other.attitude * one.attitude.conjugate).rotationVector, at: 6)
    result.set(other.gyroscopeBias - one.gyroscopeBias, at: 9)
    result.set(other.accelerometerBias - one.accelerometerBias, at: 12)
    result[15] = other.pressureOffset - one.pressureOffset
    result.set(other.fixOffset - one.fixOffset, at: 16)
    result.set(other.gyroscopeScale - one.gyroscopeScale, at: 20)
    result[19] = other.magneticOffset - one.magneticOffset
    result[23] = other.mountYaw - one.mountYaw
    result[24] = other.mountPitch - one.mountPitch
    result[ErrorIndex.acrossSum] = other.acrossSum - one.acrossSum
    result[ErrorIndex.floorSum] = other.floorSum - one.floorSum
    result[ErrorIndex.axleDistance] = other.axleDistance - one.axleDistance
    result.set(other.fixVelocityOffset - one.fixVelocityOffset, at: ErrorIndex.fixVelocityOffset)
    result[ErrorIndex.positionLag] = other.positionLag - one.positionLag
    result[ErrorIndex.velocityLag] = other.velocityLag - one.velocityLag
    result.set(other.residualIron - one.residualIron, at: ErrorIndex.residualIron)
    for axis in 0..<2 {
      result[ErrorIndex.motorIron + axis] = other.motorIron[axis] - one.motorIron[axis]
    }
    return result
  }
}
