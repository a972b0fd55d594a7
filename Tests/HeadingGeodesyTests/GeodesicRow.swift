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

  static func all(_ file: String) throws -> [GeodesicRow] {
    try SharedData.text(file).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return GeodesicRow(
        from: try #require(Coordinate(latitude: numbers[0], longitude: numbers[1])),
        fromAzimuth: numbers[2],
        to: try #require(Coordinate(latitude: numbers[3], longitude: numbers[4])),
        toAzimuth: numbers[5], distance: numbers[6])
    }
  }
}

/// Random places, the same in every run.
struct RandomPlaces {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number in 0..<1.
  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) * 0x1p-53
  }

  mutating func next() throws -> Coordinate {
    try #require(Coordinate(latitude: unit() * 180 - 90, longitude: unit() * 360 - 180))
  }
}
