package import HeadingGeometry

/// Conversions to the frames of MAVLink: earth north, east, down; body forward, right, down.
///
/// Both exchange the first two axes and negate the third, which is its own inverse.
extension Vector3 {
  /// A vector in ENU as NED, or in the body frame as FRD, and back.
  package var aeronautical: Vector3 { Vector3(y, x, -z) }
}

extension Quaternion {
  /// An attitude from the body frame to ENU as one from FRD to NED, and back; w is not negative.
  ///
  /// The exchange of axes is a rotation by 180°: it turns the axis of the rotation and keeps the
  /// angle.
  package var aeronautical: Quaternion {
    let turned = Quaternion(w: w, vector: vector.aeronautical)
    return w < 0 ? Quaternion(w: -turned.w, vector: -turned.vector) : turned
  }
}
