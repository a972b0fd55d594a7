public import HeadingGeometry

/// Parser and formatter of latitudes and longitudes.
///
/// Accepts `37.5664`, `-126.977`, `N37.5664`, `37 33.981 N`, `37 33 58.87 N`, `37:33:58.87N`,
/// `37°33'58.87"N` with straight or typographic marks, `37d33'58.87"N` or `37d33m58.87sN`.
public enum CoordinateText {
  /// Parses one angle in degrees.
  ///
  /// - Parameters:
  ///   - text: The angle: one, two or three numbers, with a sign or a letter before or after them.
  ///   - axis: Whether it is a latitude or a longitude.
  /// - Returns: Degrees, positive north or east; a longitude above 180° is reduced to −180°…180°.
  /// - Throws: ``CoordinateTextError``.
  public static func degrees(
    _ text: some StringProtocol, axis: CoordinateAxis
  ) throws(CoordinateTextError) -> Double {
    try AngleParts(CoordinateToken.all(text)[...]).degrees(axis)
  }

  /// Parses a coordinate from two texts.
  ///
  /// - Parameters:
  ///   - latitude: The latitude.
  ///   - longitude: The longitude.
  /// - Returns: The coordinate.
  /// - Throws: ``CoordinateTextError``.
  public static func coordinate(
    latitude: some StringProtocol, longitude: some StringProtocol
  ) throws(CoordinateTextError) -> Coordinate {
    try coordinate(
      degrees(latitude, axis: .latitude), degrees(longitude, axis: .longitude))
  }

  /// Parses a coordinate from one text: latitude and longitude, or reversed with hemisphere
  /// letters.
  ///
  /// A comma, a semicolon, letters or an even number of numbers separate the two angles.
  ///
  /// - Parameter text: Such as `37°33'58.87"N 126°58'40.63"E` or `37.5664, 126.9777`.
  /// - Returns: The coordinate.
  /// - Throws: ``CoordinateTextError``.
  public static func coordinate(
    _ text: some StringProtocol
  ) throws(CoordinateTextError) -> Coordinate {
    let tokens = try CoordinateToken.all(text)
    guard !tokens.isEmpty else { throw .empty }
    let (first, second) = try split(tokens)
    let one = try AngleParts(first)
    let two = try AngleParts(second)
    if one.axis == .longitude || two.axis == .latitude {
      return try coordinate(two.degrees(.latitude), one.degrees(.longitude))
    }
    return try coordinate(one.degrees(.latitude), two.degrees(.longitude))
  }

  private static func coordinate(
    _ latitude: Double, _ longitude: Double
  ) throws(CoordinateTextError) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw .outOfRange(.latitude)
    }
    return coordinate
  }

  /// Splits the tokens of a pair.
  private static func split(
    _ tokens: [CoordinateToken]
  ) throws(CoordinateTextError) -> (ArraySlice<CoordinateToken>, ArraySlice<CoordinateToken>) {
    let commas = tokens.indices.filter { tokens[$0] == .comma }
    if let comma = commas.first {
      guard commas.count == 1 else { throw .notAPair }
      return (tokens[..<comma], tokens[(comma + 1)...])
    }
    // With letters, the first angle ends after its own letter, or before the second one if letters
    // lead.
    let letters = tokens.indices.filter { tokens[$0].isLetter }
    if letters.count == 2 {
      let cut = letters[0] == 0 ? letters[1] : letters[0] + 1
      return (tokens[..<cut], tokens[cut...])
    }
    guard letters.isEmpty else { throw .hemisphere }
    if let sign = tokens.indices.dropFirst().first(where: { tokens[$0].isSign }) {
      return (tokens[..<sign], tokens[sign...])
    }
    let numbers = tokens.indices.filter { tokens[$0].isNumber }
    guard numbers.count == 2 || numbers.count == 4 || numbers.count == 6 else { throw .notAPair }
    let cut = numbers[numbers.count / 2]
    return (tokens[..<cut], tokens[cut...])
  }
}

extension CoordinateToken {
  var isNumber: Bool {
    if case .number = self { return true }
    return false
  }

  var isLetter: Bool {
    switch self {
    case .northSouth, .eastWest: true
    default: false
    }
  }

  var isSign: Bool { self == .minus || self == .plus }
}
