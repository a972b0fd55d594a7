/// A part of the map with the areas of the countries in it.
enum BorderCell {
  /// The units of a degree.
  static let units = 1000.0

  /// Finds the country at a point of a cell.
  ///
  /// - Parameters:
  ///   - x: The longitude of the point, units.
  ///   - y: The latitude of the point, units.
  ///   - shape: The content: for each country its number, the count of its rings (0 if it fills the
  ///     cell), and for each ring the count of its points and their differences.
  ///   - west: The cell's west end, units.
  ///   - south: The cell's south end, units.
  /// - Returns: The country; 0 for none, `nil` for a damaged cell.
  static func country(
    atX x: Double, y: Double, in shape: [UInt8], west: Int, south: Int
  ) -> Int? {
    var reader = ByteReader(shape)
    while !reader.isAtEnd {
      guard let country = reader.number(), let rings = reader.number() else { return nil }
      if rings == 0 { return country }
      var isInside = false
      for _ in 0..<rings {
        guard let crossed = crossings(&reader, x: x, y: y, west: west, south: south) else {
          return nil
        }
        if crossed % 2 == 1 { isInside.toggle() }
      }
      if isInside { return country }
    }
    return 0
  }

  /// Returns how often a ring crosses the ray from a point to the east.
  private static func crossings(
    _ reader: inout ByteReader, x: Double, y: Double, west: Int, south: Int
  ) -> Int? {
    guard let count = reader.number(), count > 2, count < 1_000_000 else { return nil }
    var position = (west, south)
    var first: (Double, Double)?
    var last = (0.0, 0.0)
    var crossed = 0
    func cross(_ a: (Double, Double), _ b: (Double, Double)) {
      if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 { crossed += 1 }
    }
    for _ in 0..<count {
      guard let dx = reader.signedNumber(), let dy = reader.signedNumber() else { return nil }
      position = (position.0 &+ dx, position.1 &+ dy)
      let point = (Double(position.0), Double(position.1))
      if first == nil { first = point } else { cross(last, point) }
      last = point
    }
    if let first { cross(last, first) }
    return crossed
  }
}
