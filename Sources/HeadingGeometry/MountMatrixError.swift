/// Why a mount matrix was refused.
public enum MountMatrixError: Error, Hashable, Sendable {
  /// The text is not three rows of three numbers, or not axes and directions.
  case unreadable

  /// A word that is no direction, in lower case.
  case unknownDirection(String)

  /// The axes are not perpendicular or not of length 1, by more than rounding explains.
  case notOrthogonal
}

extension MountMatrixError: CustomStringConvertible {
  private static let directions = "right, left, forward, backward, up, down"

  /// What is wrong and what to write instead.
  public var description: String {
    switch self {
    case .unreadable:
      "it is neither three rows of numbers (\"0,1,0; -1,0,0; 0,0,1\") nor words such as "
        + "\"x=forward,y=left\" (directions: \(Self.directions))"
    case .unknownDirection(let word):
      "'\(word)' is no direction; the directions are \(Self.directions)"
    case .notOrthogonal:
      "its axes are not perpendicular and of length 1; a rotation rounded to one decimal would be accepted"
    }
  }
}
