public import HeadingGeometry

/// A position and time for an evaluation.
public struct MagneticPoint: Sendable, Hashable {
  /// Latitude and longitude on WGS 84.
  public var coordinate: Coordinate

  /// Height above the WGS 84 ellipsoid, m.
  public var ellipsoidalHeight: Double

  /// The date as a decimal year.
  public var decimalYear: Double

  /// Makes a point.
  @inlinable
  public init(coordinate: Coordinate, ellipsoidalHeight: Double, decimalYear: Double) {
    self.coordinate = coordinate
    self.ellipsoidalHeight = ellipsoidalHeight
    self.decimalYear = decimalYear
  }

  /// Reads a line of a batch: `decimal-year altitude-km latitude longitude`, separated by blanks or commas.
  ///
  /// - Parameter line: The line; a `#` starts a comment.
  /// - Returns: The point; `nil` for a blank or comment line.
  /// - Throws: ``MagneticPointError`` if the line is malformed.
  public static func parse(
    batchLine line: some StringProtocol
  ) throws(MagneticPointError) -> MagneticPoint? {
    let blank = UInt8(ascii: " ")
    var lines = CoefficientLines(
      line.utf8.prefix { $0 != 0x23 }.map { $0 == UInt8(ascii: ",") ? blank : $0 })
    guard let words = lines.next() else { return nil }
    let numbers = words.compactMap(CoefficientLines.number)
    guard words.count == 4, numbers.count == 4 else { throw .notFourNumbers }
    guard let coordinate = Coordinate(latitude: numbers[2], longitude: numbers[3]) else {
      throw .latitudeOutOfRange
    }
    return MagneticPoint(
      coordinate: coordinate, ellipsoidalHeight: numbers[1] * 1000, decimalYear: numbers[0])
  }
}
