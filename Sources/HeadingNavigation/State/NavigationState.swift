import HeadingGeometry
import RealModule

/// Estimated values of the states; ``ErrorIndex`` lists their errors.
struct NavigationState: Sendable {
  /// Geodetic latitude, rad.
  var latitude = 0.0

  /// Longitude, rad, −π…π.
  var longitude = 0.0

  /// Altitude above mean sea level, m.
  var altitude = 0.0

  /// Velocity over ground, m/s, true ENU.
  var velocity = Vector3.zero

  /// Attitude, body to true ENU.
  var attitude = Quaternion.identity

  /// Gyroscope bias, rad/s, body.
  var gyroscopeBias = Vector3.zero

  /// Scale factor of the gyroscope minus 1, body.
  var gyroscopeScale = Vector3.zero

  /// Accelerometer bias, m/s², body.
  var accelerometerBias = Vector3.zero

  /// Pressure altitude minus ``altitude``, m.
  var pressureOffset = 0.0

  /// Integrals of the lateral and the vertical velocity ratio since the last non-holonomic update,
  /// s.
  var acrossSum = 0.0
  var floorSum = 0.0

  /// Correlated part of the receiver's position error, m, ENU.
  var fixOffset = Vector3.zero

  /// Correlated part of the receiver's velocity error, m/s, ENU.
  var fixVelocityOffset = Vector3.zero

  /// Azimuth of the field without hard iron minus the declination, rad.
  var magneticOffset = 0.0

  /// Rotation from the vehicle's axes (right, forward, up) to body, without the mount misalignment.
  var vehicle = Quaternion.identity

  /// Mount misalignment: rotation of the vehicle's forward axis about its up axis, then about its
  /// right axis, rad.
  var mountYaw = 0.0
  var mountPitch = 0.0

  /// Longitudinal lever arm from the non-steered axle to the sensors, m, positive forward.
  var axleDistance = 0.0

  /// Latencies of the receiver's position and velocity: time stamp minus time of validity, s.
  var positionLag = 0.0
  var velocityLag = 0.0

  /// Residual hard iron over the horizontal field strength, body.
  var residualIron = Vector3.zero

  /// Hard iron of the drive motors while the vehicle moves, over the horizontal field strength,
  /// body, right and forward.
  var motorIron = SIMD2<Double>.zero

  /// Azimuth of the body's forward axis from true north, rad, clockwise.
  var heading: Double {
    let forward = attitude * Vector3(0, 1, 0)
    return Double.atan2(y: forward.x, x: forward.y)
  }

  /// Earth rotation, rad/s, body frame, which the gyroscope measures too (WGS 84: 7.292115e-5
  /// rad/s).
  var earthRate: Vector3 {
    let rate = Vector3(0, Double.cos(latitude), Double.sin(latitude)) * 7.292_115e-5
    return attitude.conjugate * rate
  }

  /// Rotation vector of the body relative to the Earth, rad: the measured one corrected for bias,
  /// scale factor error (to first order) and Earth rotation.
  func turn(measured: Vector3, interval: Double) -> Vector3 {
    (measured - gyroscopeBias * interval) * (Vector3(repeating: 1) - gyroscopeScale)
      - earthRate * interval
  }

  /// Moves the position by a vector east, north and up, m.
  mutating func move(by step: Vector3) {
    let radii = EarthRadii(latitude: latitude, height: altitude)
    latitude = min(max(latitude + step.y / radii.north, -Double.pi / 2), Double.pi / 2)
    longitude += step.x / radii.east
    if longitude > .pi { longitude -= 2 * .pi }
    if longitude < -.pi { longitude += 2 * .pi }
    altitude += step.z
  }

  /// Vector from this position to another, m, ENU; its relative error is 1e-7 within some km.
  func vector(toLatitude other: Double, longitude otherLongitude: Double, altitude: Double)
    -> Vector3
  {
    let radii = EarthRadii(latitude: (latitude + other) / 2, height: self.altitude)
    let turn = Angle(radians: otherLongitude - longitude).normalized.radians
    return Vector3(turn * radii.east, (other - latitude) * radii.north, altitude - self.altitude)
  }

  /// Applies a correction of the error state.
  mutating func correct(by error: borrowing ErrorVector) {
    move(by: error.vector(at: ErrorIndex.position))
    velocity += error.vector(at: ErrorIndex.velocity)
    let turn = Quaternion(rotationVector: error.vector(at: ErrorIndex.attitude))
    attitude = (turn * attitude).normalized ?? attitude
    gyroscopeBias += error.vector(at: ErrorIndex.gyroscopeBias)
    accelerometerBias += error.vector(at: ErrorIndex.accelerometerBias)
    pressureOffset += error[ErrorIndex.pressureOffset]
    fixOffset += error.vector(at: ErrorIndex.fixOffset)
    fixVelocityOffset += error.vector(at: ErrorIndex.fixVelocityOffset)
    magneticOffset += error[ErrorIndex.magneticOffset]
    gyroscopeScale += error.vector(at: ErrorIndex.gyroscopeScale)
    mountYaw += error[ErrorIndex.mount]
    mountPitch += error[ErrorIndex.mount + 1]
    axleDistance += error[ErrorIndex.axleDistance]
    acrossSum += error[ErrorIndex.acrossSum]
    floorSum += error[ErrorIndex.floorSum]
    positionLag += error[ErrorIndex.positionLag]
    velocityLag += error[ErrorIndex.velocityLag]
    residualIron += error.vector(at: ErrorIndex.residualIron)
    for axis in 0..<2 {
      motorIron[axis] += error[ErrorIndex.motorIron + axis]
    }
  }

  /// Propagates position, velocity and attitude over one inertial step.
  ///
  /// - Parameters:
  ///   - turn: Rotation vector of the body over the step, rad, bias removed.
  ///   - velocityIncrement: Integral of the specific force, m/s, body frame at the start, bias
  ///     removed.
  ///   - interval: Length of the step, s.
  ///   - isDriven: Axes that the specific force accelerates; the others keep their velocity.
  mutating func propagate(
    turn: Vector3, velocityIncrement: Vector3, interval: Double, isDriven: SIMD3<UInt8>
  ) {
    var change = attitude * velocityIncrement
    change.z -= PhysicalConstants.standardGravity * interval
    for axis in 0..<3 where isDriven[axis] == 0 { change[axis] = 0 }
    move(by: (velocity + change / 2) * interval)
    velocity += change
    attitude = (attitude * Quaternion(rotationVector: turn)).normalized ?? attitude
  }
}
