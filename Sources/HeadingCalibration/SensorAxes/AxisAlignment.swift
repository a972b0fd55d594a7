public import HeadingGeometry

/// A sensor's axes relative to the accelerometer's, estimated from motion.
public struct AxisAlignment: Sendable, Hashable {
  /// From the sensor's axes to the accelerometer's, orthogonal; determinant −1 if one of the two is
  /// left-handed.
  ///
  /// A right-angle assignment if that lies within twice ``deviation``, else the estimate.
  public let matrix: Matrix3

  /// The right-angle assignment; `nil` if the axes are not at right angles.
  public let assignment: AxisAssignment?

  /// The rotation from the nearest right-angle assignment.
  public let skew: Angle

  /// 1σ of the estimate's rotation, all three axes together.
  public let deviation: Angle

  /// Whether one of the two sensors is left-handed, and the other not.
  public var isMirrored: Bool { matrix.determinant < 0 }

  /// Whether no other right-angle assignment is nearer than the identity; for a rotation.
  var isNearIdentity: Bool {
    Quaternion(rotation: matrix).rotationVector.length < .pi / 4
  }

  /// The alignment of a sensor that counts against all three axes.
  var reversed: AxisAlignment {
    AxisAlignment(
      matrix: matrix * -1, assignment: assignment.map { AxisAssignment(matrix: $0.matrix * -1) },
      skew: skew, deviation: deviation)
  }

  private init(
    matrix: Matrix3, assignment: AxisAssignment?, skew: Angle, deviation: Angle
  ) {
    self.matrix = matrix
    self.assignment = assignment
    self.skew = skew
    self.deviation = deviation
  }

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
