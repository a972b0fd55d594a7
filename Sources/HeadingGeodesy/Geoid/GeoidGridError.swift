/// Error in a geoid file.
public enum GeoidGridError: Error, Hashable, Sendable {
  /// Wrong number of bytes.
  case size(bytes: Int, expected: Int)

  /// Impossible undulation at an index, counted from 0.
  case height(index: Int)
}

extension GeoidGridError: CustomStringConvertible {
  /// The error and its remedy.
  public var description: String {
    switch self {
    case .size(let bytes, let expected):
      "the geoid file has \(bytes) bytes instead of \(expected); it is truncated or another grid, "
        + "install egm96_30min_cm.i16 again"
    case .height(let index):
      "height \(index) of the geoid file is not between -110 m and 90 m; the file is damaged, "
        + "install egm96_30min_cm.i16 again"
    }
  }
}
