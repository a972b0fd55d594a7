import HeadingGeometry
import RealModule

/// What each measurement should read, and how it depends on the errors: value and row of the Jacobian.
///
/// All are written down in `docs/navigation.md`; the tests check every row by finite differences.
enum MeasurementModels {
  /// A predicted value and its derivatives by the error state.
  struct Prediction {
    var value: Double
    var row = ErrorVector()
  }

  /// Place of the antenna relative to the state's place along one axis of ENU, as the receiver sees it, m.
  static func fixPosition(
    _ state: borrowing NavigationState, leverArm: Vector3, axis: Int
  ) -> Prediction {
    let arm = state.attitude * leverArm
    var result = Prediction(value: arm[axis] + state.fixOffset[axis])
    result.row[ErrorIndex.position + axis] = 1
    result.row[ErrorIndex.fixOffset + axis] = 1
    result.row.set(turning(arm, axis: axis), at: ErrorIndex.attitude)
    return result
  }

  /// Velocity of the antenna along one axis of ENU, m/s; the body turns with `rate`, rad/s.
  static func fixVelocity(
    _ state: borrowing NavigationState, leverArm: Vector3, rate: Vector3, axis: Int
  ) -> Prediction {
    let swing = state.attitude * rate.cross(leverArm)
    var result = Prediction(value: state.velocity[axis] + swing[axis])
    result.row[ErrorIndex.velocity + axis] = 1
    result.row.set(turning(swing, axis: axis), at: ErrorIndex.attitude)
    let bodyAxis = state.attitude.conjugate * unit(axis)
    result.row.set(bodyAxis.cross(leverArm), at: ErrorIndex.gyroscopeBias)
    return result
  }

  /// Pressure altitude, m.
  static func pressureAltitude(_ state: borrowing NavigationState) -> Prediction {
    var result = Prediction(value: state.altitude + state.pressureOffset)
    result.row[ErrorIndex.position + 2] = 1
    result.row[ErrorIndex.pressureOffset] = 1
    return result
  }

  /// Azimuth, rad, that the field given in the body frame has in the estimate's ENU, less the magnetic offset.
  ///
  /// It should be the declination. `nil` where the field has no horizontal part.
  static func fieldAzimuth(_ state: borrowing NavigationState, field: Vector3) -> Prediction? {
    guard var result = azimuth(state, of: field) else { return nil }
    result.value -= state.magneticOffset
    result.row[ErrorIndex.magneticOffset] = -1
    return result
  }

  /// Azimuth, rad, of a direction given in the body frame; `nil` if it is nearly vertical.
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

  /// Share of the speed that goes along a direction given in the body frame; there must be a speed.
  ///
  /// The share, and not the speed along it: a vehicle that shakes has some of it, the more the faster it
  /// is, and a filter that wants none would find less speed every time.
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

  /// East or north component of the direction that gravity says is up, given in the body frame; should be 0.
  static func level(_ state: borrowing NavigationState, up: Vector3, axis: Int) -> Prediction {
    let earth = state.attitude * up
    var result = Prediction(value: earth[axis])
    result.row.set(turning(earth, axis: axis), at: ErrorIndex.attitude)
    return result
  }

  /// One component of an error itself: the velocity at rest, or the gyroscope's offset at rest.
  static func component(_ value: Double, at index: Int) -> Prediction {
    var result = Prediction(value: value)
    result.row[index] = 1
    return result
  }

  /// Derivative of a component of a vector fixed in the body by the attitude error: row of −[w]×.
  private static func turning(_ vector: Vector3, axis: Int) -> Vector3 {
    vector.cross(unit(axis))
  }

  private static func unit(_ axis: Int) -> Vector3 {
    var result = Vector3.zero
    result[axis] = 1
    return result
  }
}
