import HeadingGeometry
import RealModule

/// The values the errors of ``ErrorIndex`` belong to.
struct NavigationState: Sendable {
  /// Geodetic latitude, rad.
  var latitude = 0.0

  /// Longitude, rad, −π…π.
  var longitude = 0.0

  /// Height above mean sea level, m.
  var altitude = 0.0

  /// Velocity over ground, m/s, true ENU.
  var velocity = Vector3.zero

  /// Attitude, body to true ENU.
  var attitude = Quaternion.identity

  /// Offset of the gyroscope, rad/s, body.
  var gyroscopeBias = Vector3.zero

  /// Scale of the gyroscope less 1, body.
  var gyroscopeScale = Vector3.zero

  /// Offset of the accelerometer, m/s², body.
  var accelerometerBias = Vector3.zero

  /// Pressure altitude less ``altitude``, m.
  var pressureOffset = 0.0

  /// Integrals of the motion's share across the vehicle and off its floor since they were last measured, s.
  var acrossSum = 0.0
  var floorSum = 0.0

  /// Slow part of the receiver's position error, m, ENU.
  var fixOffset = Vector3.zero

  /// Slow part of the receiver's velocity error, m/s, ENU.
  var fixVelocityOffset = Vector3.zero

  /// Azimuth of the measured field, without iron, less the declination, rad.
  var magneticOffset = 0.0

  /// The vehicle's axes, right, forward and up, in the body frame, but for the mount's error: a rotation, vehicle to body.
  var vehicle = Quaternion.identity

  /// Turn of the vehicle's forward axis about its up axis, and then about the right one, rad.
  var mountYaw = 0.0
  var mountPitch = 0.0

  /// How far the sensors are in front of the axle that does not steer, m.
  var axleDistance = 0.0

  /// How long before its moment a fix's place was valid, and its velocity, s.
  var positionLag = 0.0
  var velocityLag = 0.0

  /// Hard iron that calibration has left, as a share of the horizontal field, body, right and forward.
  var residualIron = SIMD2<Double>.zero

  /// The same of what drives the vehicle, while it moves.
  var motorIron = SIMD2<Double>.zero

  /// Azimuth of the body's forward axis from true north, rad, clockwise.
  var heading: Double {
    let forward = attitude * Vector3(0, 1, 0)
    return Double.atan2(y: forward.x, x: forward.y)
  }

  /// The Earth's rotation, rad/s, body frame: every gyroscope shows it.
  var earthRate: Vector3 {
    let rate = Vector3(0, Double.cos(latitude), Double.sin(latitude)) * 7.292_115e-5
    return attitude.conjugate * rate
  }

  /// The rotation vector of the body against the Earth, rad, that a measured one stands for; to the first order of the scale.
  func turn(measured: Vector3, interval: Double) -> Vector3 {
    (measured - gyroscopeBias * interval) * (Vector3(repeating: 1) - gyroscopeScale)
      - earthRate * interval
  }

  /// Moves the place by metres east, north and up.
  mutating func move(by step: Vector3) {
    let radii = EarthRadii(latitude: latitude, height: altitude)
    latitude = min(max(latitude + step.y / radii.north, -Double.pi / 2), Double.pi / 2)
    longitude += step.x / radii.east
    if longitude > .pi { longitude -= 2 * .pi }
    if longitude < -.pi { longitude += 2 * .pi }
    altitude += step.z
  }

  /// The vector from this place to another, m, ENU; exact to 1e-7 of it within some kilometres.
  func vector(toLatitude other: Double, longitude otherLongitude: Double, altitude: Double)
    -> Vector3
  {
    let radii = EarthRadii(latitude: (latitude + other) / 2, height: self.altitude)
    let turn = Angle(radians: otherLongitude - longitude).normalized.radians
    return Vector3(turn * radii.east, (other - latitude) * radii.north, altitude - self.altitude)
  }

  /// Adds a correction of the error state.
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
    for axis in 0..<2 {
      residualIron[axis] += error[ErrorIndex.residualIron + axis]
      motorIron[axis] += error[ErrorIndex.motorIron + axis]
    }
  }

  /// Carries position, velocity and attitude over one step of the inertial sensors.
  ///
  /// - Parameters:
  ///   - turn: Rotation vector of the body over the step, rad, without the offset.
  ///   - push: Integral of the specific force, m/s, body frame at the start, without the offset.
  ///   - interval: Length of the step, s.
  ///   - isDriven: Which axes the push acts on; the others keep their velocity.
  mutating func propagate(
    turn: Vector3, push: Vector3, interval: Double, isDriven: SIMD3<UInt8>
  ) {
    var change = attitude * push
    change.z -= PhysicalConstants.standardGravity * interval
    for axis in 0..<3 where isDriven[axis] == 0 { change[axis] = 0 }
    move(by: (velocity + change / 2) * interval)
    velocity += change
    attitude = (attitude * Quaternion(rotationVector: turn)).normalized ?? attitude
  }
}
