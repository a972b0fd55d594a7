/// Error in the text of a latitude or longitude.
public enum CoordinateTextError: Error, Hashable, Sendable {
  /// No number.
  case empty

  /// Unexpected character at a position, counted from 1.
  case unexpected(position: Int)

  /// A number that is not plain decimal, or more than three numbers for one angle.
  case numbers

  /// Decimals in a number that is not the last one.
  case fraction

  /// Minutes or seconds of 60 or more.
  case sixtieths

  /// A latitude beyond 90° or a longitude beyond 360°.
  case outOfRange(CoordinateAxis)

  /// N or S for a longitude, E or W for a latitude, or two letters for one angle.
  case hemisphere

  /// A minus sign together with a letter, which is ambiguous.
  case signAndHemisphere

  /// The text is not two angles.
  case notAPair
}

extension CoordinateTextError: CustomStringConvertible {
  /// The error and its remedy.
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
