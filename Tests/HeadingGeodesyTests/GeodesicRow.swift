import HeadingGeometry
import HeadingTesting
import Testing

/// A row of a table: the two ends, the azimuths there and the length between them.
struct GeodesicRow {
  var from: Coordinate
  var fromAzimuth: Double
  var to: Coordinate
  var toAzimuth: Double
  var distance: Double

  /// The rows of the tables that are present: `geodesic_exact.txt`, and Karney's GeodTest from the shared data.
  static var tables: [[GeodesicRow]] {
    get throws {
      var tables = [try all(ReferenceData.text("geodesic_exact.txt"))]
      if SharedData.isThere("data/geo/GeodTest-100.dat") {
        tables.append(try all(SharedData.text("data/geo/GeodTest-100.dat")))
      }
      return tables
    }
  }

  static func all(_ text: String) throws -> [GeodesicRow] {
    try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return GeodesicRow(
        from: try #require(Coordinate(latitude: numbers[0], longitude: numbers[1])),
        fromAzimuth: numbers[2],
        to: try #require(Coordinate(latitude: numbers[3], longitude: numbers[4])),
        toAzimuth: numbers[5], distance: numbers[6])
    }
  }
}
