/// Why a line of a batch was refused.
public enum MagneticPointError: Error, Hashable, Sendable {
  /// The line is not four decimal numbers.
  case notFourNumbers

  /// The latitude is not between −90 and 90.
  case latitudeOutOfRange
}

extension MagneticPointError: CustomStringConvertible {
  /// What is wrong and what to write instead.
  public var description: String {
    switch self {
    case .notFourNumbers:
      "a line is \"decimal-year altitude-km latitude longitude\", such as 2026.89 0.04 37.5664 126.9777"
    case .latitudeOutOfRange: "the third number, the latitude, lies between -90 and 90 degrees"
    }
  }
}
