import HeadingGeodesy
import HeadingGeometry
import HeadingTesting
import RealModule
import Testing

/// Geodesics against tables of exact solutions and published numbers.
@Suite struct GeodesicTests {
  /// A row of a table: the two ends, the azimuths there and the length between them.
  struct Row {
    var from: Coordinate
    var fromAzimuth: Double
    var to: Coordinate
    var toAzimuth: Double
    var distance: Double

    static func all(_ file: String) throws -> [Row] {
      try SharedData.text(file).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        return Row(
          from: try #require(Coordinate(latitude: numbers[0], longitude: numbers[1])),
          fromAzimuth: numbers[2],
          to: try #require(Coordinate(latitude: numbers[3], longitude: numbers[4])),
          toAzimuth: numbers[5], distance: numbers[6])
      }
    }
  }

  @Test(
    .enabled(if: SharedData.isThere("data/geo/GeodTest-100.dat"), "the tables are absent"),
    arguments: [
      // The tables' own rounding is 1 nm and 0.1 nm.
      ("data/geo/geodesic_exact.txt", 465), ("data/geo/GeodTest-100.dat", 100),
    ])
  func `Inverse geodesics agree with exact solutions to 15 nm`(file: String, rows: Int) throws {
    let table = try Row.all(file)
    #expect(table.count == rows)
    var worst = 0.0
    for row in table {
      let geodesic = Geodesic(from: row.from, to: row.to)
      worst = max(worst, abs(geodesic.distance - row.distance))
      #expect(abs(geodesic.distance - row.distance) <= 15e-9, "\(row)")
    }
    print(file, worst)
  }

  @Test(
    .enabled(if: SharedData.isThere("data/geo/GeodTest-100.dat"), "the tables are absent"),
    arguments: ["data/geo/geodesic_exact.txt", "data/geo/GeodTest-100.dat"])
  func `Direct geodesics arrive within 15 nm of the exact end`(file: String) throws {
    var worst = 0.0
    for row in try Row.all(file) {
      let end = try #require(
        row.from.following(azimuth: Angle(degrees: row.fromAzimuth), distance: row.distance))
      worst = max(worst, end.coordinate.distance(to: row.to))
    }
    print(file, worst)
  }
}
