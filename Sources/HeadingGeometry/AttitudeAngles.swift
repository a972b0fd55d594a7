public import RealModule

/// An attitude as heading, pitch and roll of the body (x right, y forward, z up) in ENU.
///
/// q = Rz(−heading) · Rx(pitch) · Ry(roll). Heading of the forward axis clockwise from the frame's
/// north; pitch positive nose up, −90°…90°; roll positive right side down, −180°…180°.
/// At pitch ±90° heading and roll have the same axis (gimbal lock): roll is then 0.
public struct AttitudeAngles: Sendable, Hashable {
  /// Angle of the forward axis clockwise from north, −180° < heading <= 180°.
  public var heading: Angle

  /// Elevation of the forward axis, −90°…90°, positive nose up.
  public var pitch: Angle

  /// Rotation about the forward axis, −180°…180°, positive right side down.
  public var roll: Angle

  /// Makes an attitude from its three angles.
  @inlinable
  public init(heading: Angle, pitch: Angle, roll: Angle) {
    self.heading = heading
    self.pitch = pitch
    self.roll = roll
  }

  /// The angles of an attitude (body to ENU).
  @inlinable
  public init(_ attitude: Quaternion) {
    // The up direction in body components is the third row of the rotation matrix,
    // (−cos p · sin r, sin p, cos p · cos r).
    let up = attitude.conjugate * Vector3(0, 0, 1)
    let forward = attitude * Vector3(0, 1, 0)
    let horizontal = (forward.x * forward.x + forward.y * forward.y).squareRoot()
    pitch = Angle(radians: Double.atan2(y: forward.z, x: horizontal))
    if horizontal > 1e-9 {
      heading = Angle(radians: Double.atan2(y: forward.x, x: forward.y))
      roll = Angle(radians: Double.atan2(y: -up.x, x: up.z))
    } else {
      let right = attitude * Vector3(1, 0, 0)
      heading = Angle(radians: Double.atan2(y: -right.y, x: right.x))
      roll = .zero
    }
  }

  /// The attitude as a unit quaternion, body to ENU.
  @inlinable
  public var quaternion: Quaternion {
    Quaternion(angle: -heading, axis: Vector3(0, 0, 1))
      * Quaternion(angle: pitch, axis: Vector3(1, 0, 0))
      * Quaternion(angle: roll, axis: Vector3(0, 1, 0))
  }
}
