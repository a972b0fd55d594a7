/// Why a mount matrix was refused.
public enum MountMatrixError: Error, Hashable, Sendable {
  /// The text is not three rows of three numbers, or not axes and directions.
  case unreadable

  /// The axes are not perpendicular or not of length 1, by more than rounding explains.
  case notARotation

  /// The axes are left-handed, as only a magnetometer's may be: one is inverted or two are swapped.
  case mirrored
}

extension MountMatrixError: CustomStringConvertible {
  /// What is wrong and what to write instead.
  public var description: String {
    switch self {
    case .unreadable:
      "it is neither three rows of numbers (\"0,1,0; -1,0,0; 0,0,1\") nor words such as "
        + "\"x=forward,y=left\" (directions: right, left, forward, backward, up, down)"
    case .notARotation:
      "its axes are not perpendicular and of length 1; a rotation rounded to one decimal would be accepted"
    case .mirrored:
      "its axes are left-handed, which only a magnetometer's may be; one axis is inverted or two are "
        + "swapped (determinant -1, not +1)"
    }
  }
}
