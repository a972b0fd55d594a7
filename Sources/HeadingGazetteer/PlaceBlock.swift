import Foundation

/// What a block holds of a place.
struct PlaceRecord: Sendable {
  /// The kinds of places, as in `places.py`.
  enum Kind: Int, Sendable {
    case town, district, capital, seat
  }

  var id: Int
  var latitude: Double
  var longitude: Double
  var region: Int
  var kind: Kind
  var population: Int

  /// How far the place extends, roughly, m: 800 m for 10 000 inhabitants, as the root of them.
  var radius: Double { min(25_000, 8 * Double(population).squareRoot()) }

  /// Returns the distance to a point near by, m.
  func distance(latitude other: Double, longitude otherLongitude: Double) -> Double {
    GazetteerDistance.between(latitude, longitude, other, otherLongitude)
  }

  /// Reads the places of a block.
  ///
  /// - Parameters:
  ///   - bytes: The block.
  ///   - west: Its west end, as in the file.
  ///   - south: Its south end.
  /// - Returns: The places; `nil` if the block is damaged.
  static func places(in bytes: [UInt8], west: Int, south: Int) -> [PlaceRecord]? {
    var reader = ByteReader(bytes)
    var result: [PlaceRecord] = []
    var id = 0
    while !reader.isAtEnd {
      guard
        let step = reader.number(), let x = reader.number(), let y = reader.number(),
        let regionAndKind = reader.number(), let population = reader.number(),
        let kind = Kind(rawValue: regionAndKind & 3), result.count < 1000
      else { return nil }
      id &+= step
      result.append(
        PlaceRecord(
          id: id, latitude: GazetteerScale.degrees(south &+ y),
          longitude: GazetteerScale.degrees(west &+ x), region: regionAndKind >> 2, kind: kind,
          population: population))
    }
    return result
  }
}

/// Distances on a sphere.
enum GazetteerDistance {
  private static let radius = 6_371_009.0

  /// Returns the great-circle distance between two points, m.
  static func between(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) -> Double {
    let radians = Double.pi / 180
    let sinLatitude = sin((latitude2 - latitude1) * radians / 2)
    let sinLongitude = sin((longitude2 - longitude1) * radians / 2)
    let h =
      sinLatitude * sinLatitude
      + cos(latitude1 * radians) * cos(latitude2 * radians) * sinLongitude * sinLongitude
    return 2 * radius * asin(min(1, h.squareRoot()))
  }
}
