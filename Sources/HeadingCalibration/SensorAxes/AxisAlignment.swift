public import HeadingGeometry

/// A sensor's axes relative to the accelerometer's, estimated from motion.
public struct AxisAlignment: Sendable, Hashable {
  /// From the sensor's axes to the accelerometer's, orthogonal; determinant −1 for a mirrored
  /// magnetometer.
  ///
  /// A right-angle assignment if that lies within twice ``deviation``, else the estimate.
  public let matrix: Matrix3

  /// The right-angle assignment; `nil` if the axes are not at right angles.
  public let assignment: AxisAssignment?

  /// The rotation from the nearest right-angle assignment.
  public let skew: Angle

  /// 1σ of the estimate's rotation, all three axes together.
  public let deviation: Angle

  /// Whether the axes are left-handed relative to the accelerometer's.
  public var isMirrored: Bool { matrix.determinant < 0 }

  init(_ estimate: Matrix3, deviation: Angle) {
    self.deviation = deviation
    var nearest = (distance: Double.infinity, assignment: AxisAssignment.identity)
    for assignment in AxisAssignment.all
    where assignment.isMirrored == (estimate.determinant < 0) {
      let rest = Quaternion(rotation: estimate * assignment.matrix.transposed)
      let distance = rest.rotationVector.length
      if distance < nearest.distance { nearest = (distance, assignment) }
    }
    skew = Angle(radians: nearest.distance)
    let isRight = skew.radians <= 2 * deviation.radians
    assignment = isRight ? nearest.assignment : nil
    matrix = isRight ? nearest.assignment.matrix : estimate
  }
}
