public import HeadingGeometry

extension CoordinateText {
  /// Formats an angle as degrees, minutes and seconds: `37°33'58.87"N`.
  ///
  /// Rounds the whole angle, so that minutes or seconds of 60 do not occur: 59.995″ carries.
  ///
  /// - Parameters:
  ///   - degrees: Degrees, −360…360.
  ///   - axis: Whether it is a latitude or a longitude.
  ///   - decimals: Decimals of the seconds, 0…9.
  /// - Returns: The text; `-` if the number is not finite or beyond 360°.
  public static func degreesMinutesSeconds(
    _ degrees: Double, axis: CoordinateAxis, decimals: Int = 2
  ) -> String {
    guard abs(degrees) <= 360 else { return "-" }
    let scale = power(decimals)
    let total = Int((abs(degrees) * 3600 * Double(scale)).rounded())
    let seconds = total / scale
    let letter = hemisphere(isNegative: degrees < 0 && total > 0, axis)
    return "\(seconds / 3600)°\(padded(seconds / 60 % 60, 2))'\(padded(seconds % 60, 2))"
      + fraction(total % scale, decimals) + "\"" + letter
  }

  /// Formats an angle as degrees and minutes: `37°33.9812'N`, as on charts.
  ///
  /// - Parameters:
  ///   - degrees: Degrees, −360…360.
  ///   - axis: Whether it is a latitude or a longitude.
  ///   - decimals: Decimals of the minutes, 0…9.
  /// - Returns: The text; `-` if the number is not finite or beyond 360°.
  public static func degreesMinutes(
    _ degrees: Double, axis: CoordinateAxis, decimals: Int = 4
  ) -> String {
    guard abs(degrees) <= 360 else { return "-" }
    let scale = power(decimals)
    let total = Int((abs(degrees) * 60 * Double(scale)).rounded())
    let minutes = total / scale
    let letter = hemisphere(isNegative: degrees < 0 && total > 0, axis)
    return "\(minutes / 60)°\(padded(minutes % 60, 2))" + fraction(total % scale, decimals) + "'"
      + letter
  }

  /// Formats an angle as signed decimal degrees: `-126.9777`.
  ///
  /// - Parameters:
  ///   - degrees: Degrees, −360…360.
  ///   - decimals: Decimals, 0…9; 5 are about a metre.
  /// - Returns: The text, never `-0`; `-` if the number is not finite or beyond 360°.
  public static func decimalDegrees(_ degrees: Double, decimals: Int = 5) -> String {
    guard abs(degrees) <= 360 else { return "-" }
    let scale = power(decimals)
    let total = Int((abs(degrees) * Double(scale)).rounded())
    return (degrees < 0 && total > 0 ? "-" : "") + "\(total / scale)"
      + fraction(total % scale, decimals)
  }

  /// Formats a coordinate as degrees, minutes and seconds: `37°33'58.87"N 126°58'40.63"E`.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate.
  ///   - decimals: Decimals of the seconds, 0…9; 2 are 0.3 m.
  /// - Returns: The text, which ``coordinate(_:)`` parses.
  public static func degreesMinutesSeconds(
    _ coordinate: Coordinate, decimals: Int = 2
  ) -> String {
    degreesMinutesSeconds(coordinate.latitude, axis: .latitude, decimals: decimals) + " "
      + degreesMinutesSeconds(coordinate.longitude, axis: .longitude, decimals: decimals)
  }

  private static func hemisphere(isNegative: Bool, _ axis: CoordinateAxis) -> String {
    switch axis {
    case .latitude: isNegative ? "S" : "N"
    case .longitude: isNegative ? "W" : "E"
    }
  }

  private static func power(_ decimals: Int) -> Int {
    var scale = 1
    for _ in 0..<min(max(decimals, 0), 9) { scale *= 10 }
    return scale
  }

  private static func fraction(_ value: Int, _ decimals: Int) -> String {
    decimals > 0 ? "." + padded(value, min(decimals, 9)) : ""
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
