import HeadingGeometry
import HeadingProtocol
import HeadingSensing

/// Quantities of an update in the frames of REP 103: body x forward, y left, z up; earth x east, y
/// north, z up.
extension SolutionMessage {
  /// A vector of the body frame; `nil` if it is missing or not three finite numbers.
  static func body(_ elements: [Double]?) -> Vector3? {
    vector(elements).map { Vector3($0.y, -$0.x, $0.z) }
  }

  /// A vector as it is; `nil` if it is missing or not three finite numbers.
  static func vector(_ elements: [Double]?) -> Vector3? {
    guard let elements, elements.count == 3 else { return nil }
    let vector = Vector3(elements[0], elements[1], elements[2])
    return vector.isFinite ? vector : nil
  }

  /// The rotation from the body to magnetic east, north, up; its north is meaningless while the status is
  /// `invalid`.
  var levelRotation: Quaternion? {
    guard let attitude, attitude.count == 4 else { return nil }
    // The body axes of ROS are ours after a quarter turn to the left.
    return Quaternion(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3]).normalized
      .map { $0 * Quaternion(w: 0.5.squareRoot(), x: 0, y: 0, z: 0.5.squareRoot()) }
  }

  /// The attitude with its covariance; `nil` without a valid heading, if another device computes the heading,
  /// which is then not the attitude's, and for true north without a declination.
  func orientation(north: ROSOptions.North) -> (rotation: Quaternion, covariance: Matrix3)? {
    guard status != .invalid, headingSource != "external", let rotation = levelRotation else {
      return nil
    }
    let covariance = magneticCovariance
    guard north == .true else { return (rotation, covariance) }
    guard let declination, declination.isFinite else { return nil }
    // True headings are larger by the declination, clockwise; rotations about z are counterclockwise.
    let turn = Quaternion(angle: Angle(degrees: -declination), axis: Vector3(0, 0, 1))
    var turned = covariance.rotated(by: turn.matrix)
    // Unknown covariances stay zero.
    if covariance != ImuMessage.unknown, let error = errorTerms?.declination {
      turned.columns.z.z += Angle(degrees: error).radians * Angle(degrees: error).radians
    }
    return (turn * rotation, turned)
  }

  /// Covariance of the rotation about magnetic east, north, up, rad²; zero if it is not known.
  private var magneticCovariance: Matrix3 {
    guard let elements = attitudeCovariance, elements.count == 9, elements.allSatisfy(\.isFinite)
    else { return ImuMessage.unknown }
    return Matrix3(
      rows: Vector3(elements[0], elements[1], elements[2]),
      Vector3(elements[3], elements[4], elements[5]),
      Vector3(elements[6], elements[7], elements[8]))
  }
}

extension Matrix3 {
  /// The covariance of a vector after the rotation: R · C · Rᵀ.
  func rotated(by rotation: Matrix3) -> Matrix3 { rotation * self * rotation.transposed }
}
