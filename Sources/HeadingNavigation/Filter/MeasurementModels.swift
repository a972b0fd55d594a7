import HeadingGeometry
import RealModule

/// Measurement models: predicted value and row of the Jacobian.
///
/// `docs/navigation.md` lists all of them; the tests compare every row with finite differences.
enum MeasurementModels {
  /// A predicted value and its derivatives with respect to the error state.
  struct Prediction {
    var value: Double
    var row = ErrorVector()
  }

  /// Position of the antenna reported by the receiver, relative to the state's position, along one
  /// ENU axis, m.
  static func fixPosition(
    _ state: borrowing NavigationState, leverArm: Vector3, axis: Int
  ) -> Prediction {
    let arm = state.attitude * leverArm
    let late = state.positionLag * state.velocity[axis]
    var result = Prediction(value: arm[axis] + state.fixOffset[axis] - late)
    result.row[ErrorIndex.position + axis] = 1
    result.row[ErrorIndex.velocity + axis] = -state.positionLag
    result.row[ErrorIndex.positionLag] = -state.velocity[axis]
    result.row[ErrorIndex.fixOffset + axis] = 1
    result.row.set(turning(arm, axis: axis), at: ErrorIndex.attitude)
    return result
  }

  /// Velocity of the antenna reported by the receiver, along one ENU axis, m/s.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - leverArm: Lever arm to the antenna, m, body frame.
  ///   - rate: Angular rate of the body, rad/s.
  ///   - acceleration: Low-pass filtered acceleration, m/s², ENU; zero without inertial sensors.
  ///   - axis: East, north or up.
  /// - Returns: The velocity and its row.
  static func fixVelocity(
    _ state: borrowing NavigationState, leverArm: Vector3, rate: Vector3,
    acceleration: Vector3, axis: Int
  ) -> Prediction {
    let swing = state.attitude * rate.cross(leverArm)
    let lag = state.velocityLag
    var result = Prediction(value: state.velocity[axis] + swing[axis] - lag * acceleration[axis])
    result.row[ErrorIndex.velocity + axis] = 1
    result.row[ErrorIndex.velocityLag] = -acceleration[axis]
    // The acceleration is R (f − b_a) − g, so that errors of R and b_a act through it.
    let force = acceleration + Vector3(0, 0, PhysicalConstants.standardGravity)
    result.row.set(turning(swing - force * lag, axis: axis), at: ErrorIndex.attitude)
    let bodyAxis = state.attitude.conjugate * unit(axis)
    result.row.set(bodyAxis.cross(leverArm), at: ErrorIndex.gyroscopeBias)
    result.row.set(bodyAxis * lag, at: ErrorIndex.accelerometerBias)
    result.value += state.fixVelocityOffset[axis]
    result.row[ErrorIndex.fixVelocityOffset + axis] = 1
    return result
  }

  /// Pressure altitude, m.
  static func pressureAltitude(_ state: borrowing NavigationState) -> Prediction {
    var result = Prediction(value: state.altitude + state.pressureOffset)
    result.row[ErrorIndex.position + 2] = 1
    result.row[ErrorIndex.pressureOffset] = 1
    return result
  }

  /// Azimuth of the measured field in the estimate's ENU frame, corrected for hard iron and local
  /// deviation, rad.
  ///
  /// It equals the declination up to errors. The Jacobian is evaluated at a field with that
  /// declination and deviation: at the measured field its noise would be in both Jacobian and
  /// innovation and would bias the hard iron states.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - field: The measured field, body frame, any unit.
  ///   - declination: Declination at the position, rad.
  ///   - isDriven: Whether the vehicle's motors may run.
  /// - Returns: The azimuth and its row; `nil` if the field has no horizontal part.
  static func fieldAzimuth(
    _ state: borrowing NavigationState, field: Vector3, declination: Double, isDriven: Bool
  ) -> Prediction? {
    guard var result = azimuth(state, of: field) else { return nil }
    let earth = state.attitude * field
    let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
    // North of the local field: a turn of heading and local deviation together does not show, so that
    // both have the same element in the row.
    let azimuth = declination + state.magneticOffset
    let north = Vector3(Double.sin(azimuth), Double.cos(azimuth), 0)
    let across = Vector3(north.y, -north.x, 0)
    let steepness = earth.z / horizontal
    let motor = isDriven ? state.motorIron : .zero
    let iron = state.attitude * (state.residualIron + Vector3(motor.x, motor.y, 0))
    let (turned, whole) = (iron.dot(across), 1 + iron.dot(north))
    let scale = 1 / (turned * turned + whole * whole)
    // Derivative of the azimuth with respect to an added field, for a horizontal field of length 1.
    let slope = (across * whole - north * turned) * scale
    result.value -= Double.atan2(y: turned, x: whole) + state.magneticOffset
    result.row.set(
      Vector3(steepness * north.x, steepness * north.y, -1) - iron.cross(slope),
      at: ErrorIndex.attitude)
    let body = state.attitude.conjugate * slope
    result.row.set(-body, at: ErrorIndex.residualIron)
    if isDriven {
      result.row[ErrorIndex.motorIron] = -body.x
      result.row[ErrorIndex.motorIron + 1] = -body.y
    }
    result.row[ErrorIndex.magneticOffset] = result.row[ErrorIndex.attitude + 2]
    return result
  }

  /// Azimuth of a direction in the body frame, rad; `nil` if it is nearly vertical.
  static func azimuth(_ state: borrowing NavigationState, of direction: Vector3) -> Prediction? {
    let earth = state.attitude * direction
    let squared = earth.x * earth.x + earth.y * earth.y
    guard squared > 1e-4 * earth.squaredLength, squared > 0 else { return nil }
    var result = Prediction(value: Double.atan2(y: earth.x, x: earth.y))
    result.row.set(
      Vector3(earth.z * earth.x / squared, earth.z * earth.y / squared, -1),
      at: ErrorIndex.attitude)
    return result
  }

  /// Ratio of the velocity component along a direction in the body frame to the speed, which must
  /// not be zero.
  ///
  /// The ratio is used instead of the component: vibration makes the component grow with the speed,
  /// and a constraint of it to zero would bias the speed low.
  static func bodyShare(_ state: borrowing NavigationState, along direction: Vector3) -> Prediction
  {
    let axis = state.attitude * direction
    let speed = state.velocity.length
    let way = state.velocity / speed
    var result = Prediction(value: axis.dot(way))
    result.row.set((axis - way * result.value) / speed, at: ErrorIndex.velocity)
    result.row.set(axis.cross(way), at: ErrorIndex.attitude)
    return result
  }

  /// Lateral velocity ratio of a vehicle that moves forward, corrected for the lever arm to the
  /// axle.
  ///
  /// - Parameters:
  ///   - state: The state; its speed must not be zero.
  ///   - rate: Angular rate, rad/s, body.
  /// - Returns: The ratio and its row.
  static func across(_ state: borrowing NavigationState, rate: Vector3) -> Prediction {
    let (sine, cosine) = (Double.sin(state.mountYaw), Double.cos(state.mountYaw))
    var result = bodyShare(state, along: state.vehicle * Vector3(cosine, sine, 0))
    let speed = state.velocity.length
    let way = state.velocity / speed
    let forward = state.attitude * (state.vehicle * Vector3(-sine, cosine, 0))
    result.row[ErrorIndex.mount] = forward.dot(way)
    // A left turn moves sensors in front of the axle to the left: −ω L to the right.
    let up = state.vehicle * Vector3(0, 0, 1)
    let turn = rate.dot(up)
    let swing = turn * state.axleDistance / speed
    result.value += swing
    result.row[ErrorIndex.axleDistance] = turn / speed
    result.row.set(up * (-state.axleDistance / speed), at: ErrorIndex.gyroscopeBias)
    result.row.set(
      result.row.vector(at: ErrorIndex.velocity) - way * (swing / speed),
      at: ErrorIndex.velocity)
    return result
  }

  /// Vertical velocity ratio (normal to the floor) of a vehicle that moves forward; the speed must
  /// not be zero.
  static func upward(_ state: borrowing NavigationState) -> Prediction {
    let (sy, cy) = (Double.sin(state.mountYaw), Double.cos(state.mountYaw))
    let (sp, cp) = (Double.sin(state.mountPitch), Double.cos(state.mountPitch))
    var result = bodyShare(state, along: state.vehicle * Vector3(sy * sp, -cy * sp, cp))
    let direction = state.attitude.conjugate * (state.velocity / state.velocity.length)
    let way = state.vehicle.conjugate * direction
    result.row[ErrorIndex.mount] = Vector3(cy * sp, sy * sp, 0).dot(way)
    result.row[ErrorIndex.mount + 1] = Vector3(sy * cp, -cy * cp, -sp).dot(way)
    return result
  }

  /// Mean lateral velocity ratio over an interval; the non-holonomic constraint is 0.
  static func acrossMean(_ state: borrowing NavigationState, over interval: Double) -> Prediction {
    var result = Prediction(value: state.acrossSum / interval)
    result.row[ErrorIndex.acrossSum] = 1 / interval
    return result
  }

  /// Mean vertical velocity ratio over an interval; the non-holonomic constraint is 0.
  static func floorMean(_ state: borrowing NavigationState, over interval: Double) -> Prediction {
    var result = Prediction(value: state.floorSum / interval)
    result.row[ErrorIndex.floorSum] = 1 / interval
    return result
  }

  /// East or north component of the up direction from the averaged specific force; 0 for a correct
  /// attitude.
  ///
  /// The direction, given in the body frame, contains the accelerometer bias.
  static func level(_ state: borrowing NavigationState, up: Vector3, axis: Int) -> Prediction {
    let gravity = PhysicalConstants.standardGravity
    let earth = state.attitude * (up - state.accelerometerBias / gravity)
    var result = Prediction(value: earth[axis])
    result.row.set(turning(earth, axis: axis), at: ErrorIndex.attitude)
    let along = axis == 0 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    result.row.set(
      state.attitude.conjugate * (along / -gravity), at: ErrorIndex.accelerometerBias)
    return result
  }

  /// One component of the error state itself: for zero-velocity and zero-angular-rate updates.
  static func component(_ value: Double, at index: Int) -> Prediction {
    var result = Prediction(value: value)
    result.row[index] = 1
    return result
  }

  /// Derivative of a component of a body-fixed vector with respect to the attitude error: row of
  /// −[w]×.
  private static func turning(_ vector: Vector3, axis: Int) -> Vector3 {
    vector.cross(unit(axis))
  }

  private static func unit(_ axis: Int) -> Vector3 {
    var result = Vector3.zero
    result[axis] = 1
    return result
  }
}
