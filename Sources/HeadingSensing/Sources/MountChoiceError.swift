public import HeadingGeometry

/// Why a user's mount matrices were refused.
public enum MountChoiceError: Error, Hashable, Sendable {
  /// The matrix of a sensor was refused; `nil` is that of all sensors.
  case matrix(MountMatrixError, of: SensorKind?)

  /// The matrix of all sensors is left-handed: an axis is inverted, or two are swapped.
  case mirroredBoard

  /// The sensor has two matrices.
  case repeated(SensorKind)
}

extension MountChoiceError: CustomStringConvertible {
  /// What is wrong and what to write instead, after the text as subject.
  public var description: String {
    switch self {
    case .mirroredBoard:
      "its axes are left-handed (determinant -1, not +1), which a board's cannot be: one axis is "
        + "inverted or two are swapped; a single sensor's can be, with its name and = before its "
        + "matrix, such as magnetometer=x=left,y=forward,z=up"
    case .matrix(.unreadable, of: nil):
      "\(MountMatrixError.unreadable); a sensor's name and = go before a matrix of its own, such as "
        + "magnetometer=x=backward,y=left,z=up"
    case .matrix(let error, of: nil): "\(error)"
    case .matrix(let error, of: let kind?): "\(kind.name): \(error)"
    case .repeated(let kind): "the \(kind.name) has two; leave one"
    }
  }
}
