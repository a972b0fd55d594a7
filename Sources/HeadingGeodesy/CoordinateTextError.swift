/// Why a typed latitude or longitude was not understood.
public enum CoordinateTextError: Error, Hashable, Sendable {
  /// There is no number in it.
  case empty

  /// A character, counted from 1, has no place in a coordinate.
  case unexpected(position: Int)

  /// A number is not a plain decimal number, or there are more than three for one angle.
  case numbers

  /// Only the last of degrees, minutes and seconds may have decimals.
  case fraction

  /// Minutes or seconds of 60 or more.
  case sixtieths

  /// A latitude beyond 90° or a longitude beyond 360°.
  case outOfRange(CoordinateAxis)

  /// N or S where a longitude is meant, E or W where a latitude is, or two letters for one angle.
  case hemisphere

  /// A minus sign together with a letter: it is not clear which of the two is meant.
  case signAndHemisphere

  /// The text is not two angles.
  case notAPair
}

extension CoordinateTextError: CustomStringConvertible {
  /// What is wrong and what to write instead.
  public var description: String {
    switch self {
    case .empty: "there is no number; write 37.5664, N37.5664 or 37°33'58.87\"N"
    case .unexpected(let position):
      "character \(position) does not belong in a coordinate; write 37.5664 or 37°33'58.87\"N, "
        + "with a point for decimals"
    case .numbers:
      "an angle is one decimal number, or degrees, minutes and seconds: 37°33'58.87\"N"
    case .fraction: "only the last of degrees, minutes and seconds may have decimals"
    case .sixtieths: "minutes and seconds go from 0 to below 60"
    case .outOfRange(.latitude): "a latitude lies between -90 and 90 degrees"
    case .outOfRange(.longitude): "a longitude lies between -180 and 360 degrees"
    case .hemisphere: "a latitude takes one N or S, a longitude one E or W"
    case .signAndHemisphere: "write either a minus sign or the letter S or W, not both"
    case .notAPair: "write latitude and longitude, such as 37.5664, 126.9777"
    }
  }
}
