/// Why a file of magnetic coefficients was refused; lines count from 1.
public enum MagneticModelFileError: Error, Hashable, Sendable {
  /// The file is empty.
  case empty

  /// The header is not `epoch name date` (.COF), or not the seven numbers and epochs of a .shc file.
  case header(line: Int)

  /// The line does not have the numbers of a term.
  case notATerm(line: Int)

  /// A number is not finite or implausibly large.
  case numberOutOfRange(line: Int)

  /// Degree below 1 or above ``MagneticModel/largestDegree``, or order above the degree.
  case degreeOutOfRange(line: Int)

  /// The term is a duplicate.
  case duplicate(line: Int, degree: Int, order: Int)

  /// The file ends without this term (truncated, or a line is missing).
  case missing(degree: Int, order: Int)

  /// The file ends without the line of nines that ends a .COF file: it is truncated.
  case truncated(line: Int)
}

extension MagneticModelFileError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .empty:
      "the file of magnetic coefficients is empty; fetch it again"
    case .header(let line):
      "line \(line) is not the header of a magnetic model (\"2025.0 WMM-2025 11/13/2024\" in a .COF "
        + "file); check that this is the right file"
    case .notATerm(let line):
      "line \(line) is not a term (degree, order and its coefficients as plain numbers); "
        + "the file is damaged, fetch it again"
    case .numberOutOfRange(let line):
      "line \(line) has a number that no field of the Earth can have; "
        + "the file is damaged, fetch it again"
    case .degreeOutOfRange(let line):
      "line \(line) has a degree outside 1…\(MagneticModel.largestDegree) or an order it does not have"
    case .duplicate(let line, let degree, let order):
      "line \(line) gives the term \(degree) \(order) a second time"
    case .missing(let degree, let order):
      "the term \(degree) \(order) is missing; the file is damaged, fetch it again"
    case .truncated(let line):
      "the file ends at line \(line) without its closing line of nines; it is torn, fetch it again"
    }
  }
}
