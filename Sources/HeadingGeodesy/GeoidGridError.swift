/// Why a file of geoid heights was refused.
public enum GeoidGridError: Error, Hashable, Sendable {
  /// It does not have the grid's number of bytes.
  case size(bytes: Int, expected: Int)

  /// A height, counted from 0, is not one that the geoid can have.
  case height(index: Int)
}

extension GeoidGridError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .size(let bytes, let expected):
      "the geoid file has \(bytes) bytes instead of \(expected); it is torn or another grid, "
        + "install egm96_30min_cm.i16 again"
    case .height(let index):
      "height \(index) of the geoid file is not between -110 m and 90 m; the file is damaged, "
        + "install egm96_30min_cm.i16 again"
    }
  }
}
