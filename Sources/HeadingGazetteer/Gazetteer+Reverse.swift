import Foundation
import GRDB

extension Gazetteer {
  /// A place and its distance from a point.
  private struct Neighbour {
    var place: PlaceRecord
    var region: RegionRecord
    var distance: Double

    /// The smaller, the rather the point belongs to the place.
    var score: Double { distance / (min(10_000, place.radius) + 500) }
  }

  /// Returns what is known of a point.
  ///
  /// - Parameters:
  ///   - latitude: The latitude, °.
  ///   - longitude: The longitude, °.
  ///   - language: The language of the names (`ko`); `nil` for English or the local one.
  ///   - maximumDistance: The farthest point of a locality, m.
  /// - Returns: What is known; all parts are `nil` at sea, and for what is no position.
  /// - Throws: ``GazetteerError``.
  package func address(
    latitude: Double, longitude: Double, language: String? = nil,
    maximumDistance: Double = 25_000
  ) throws(GazetteerError) -> GazetteerAddress {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      return GazetteerAddress()
    }
    return try read { database in
      try self.address(
        database, latitude: latitude, longitude: longitude, language: language,
        maximumDistance: min(maximumDistance, 100_000))
    }
  }

  private func address(
    _ database: Database, latitude: Double, longitude: Double, language: String?,
    maximumDistance: Double
  ) throws -> GazetteerAddress {
    let within = try border(database, latitude: latitude, longitude: longitude)
    var neighbours: [Neighbour] = []
    for reach in [12_000.0, 50_000, 250_000] {
      neighbours = try self.neighbours(
        database, latitude: latitude, longitude: longitude, reach: reach)
      if neighbours.contains(where: { $0.distance <= reach && $0.region.country == within }) {
        break
      }
      if within == 0 && reach > 20_000 { break }
    }
    var address = GazetteerAddress()
    let country = try self.country(
      database, within: within, neighbours: neighbours, latitude: latitude, longitude: longitude)
    guard country != 0, let record = tables.countries[country] else { return address }
    address.country = record.name(in: language)
    address.countryCode = record.code
    let domestic = neighbours.filter { $0.region.country == country }
    guard let nearest = domestic.min(by: { $0.distance < $1.distance }) else { return address }
    address.timeZone = nearest.region.zone
    if let area = tables.areas[nearest.region.area] {
      address.area = Self.name(area.name, names: area.names, language: language)
      address.areaCode = area.code.isEmpty ? nil : area.code
    }
    let close = domestic.filter { $0.distance <= maximumDistance }
    let towns = close.filter { $0.place.kind != .district }
    let candidates = towns.isEmpty ? close : towns
    let nearby = candidates.filter { $0.distance <= 10_000 }
    guard let best = (nearby.isEmpty ? candidates : nearby).min(by: { $0.score < $1.score }) else {
      return address
    }
    address.locality = try place(database, best.place, language: language)
    address.localityDistance = best.distance
    let district = close.filter { $0.place.kind == .district && $0.distance < 3_000 }
      .min { $0.distance < $1.distance }
    if let district, district.place.id != best.place.id {
      address.district = try place(database, district.place, language: language)?.name
    }
    return address
  }

  /// Decides the country by the borders, which are within a few km, and by the places.
  private func country(
    _ database: Database, within: Int, neighbours: [Neighbour], latitude: Double, longitude: Double
  ) throws -> Int {
    let point = (latitude, longitude)
    guard let nearest = neighbours.min(by: { $0.distance < $1.distance }) else {
      return within == 0 ? try countries(database, about: point, Self.coast) { $0 != 0 } : within
    }
    let other = nearest.region.country
    if within == other { return within }
    if within == 0 {
      if nearest.distance <= 5_000 { return other }
      let coast = try countries(database, about: point, Self.coast) { $0 != 0 }
      return coast != 0 ? coast : nearest.distance <= 40_000 ? other : 0
    }
    // In a town on the border, which the coarse border may cut.
    guard nearest.distance < 1_000 + min(4_000, nearest.place.radius / 2) else { return within }
    let isNear = try countries(database, about: point, [1_000, 2_500]) { $0 == other } == other
    return isNear ? other : within
  }

  /// The distances of the samples that find the coast from a harbour or an islet, m.
  private static let coast = [1_000.0, 2_500, 5_000, 10_000, 20_000]

  /// Returns the country nearest to a point that meets a condition, by samples; 0 for none.
  private func countries(
    _ database: Database, about point: (latitude: Double, longitude: Double),
    _ distances: [Double], where condition: (Int) -> Bool
  ) throws -> Int {
    let narrowing = max(0.01, cos(point.latitude * .pi / 180))
    let reach = (distances.max() ?? 0) / 111_000
    let statement = try database.cachedStatement(
      sql: """
        SELECT 1 FROM border_box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? LIMIT 1
        """)
    let arguments: StatementArguments = [
      (point.longitude + reach / narrowing) * BorderCell.units,
      (point.longitude - reach / narrowing) * BorderCell.units,
      (point.latitude + reach) * BorderCell.units, (point.latitude - reach) * BorderCell.units,
    ]
    // On the open sea one look suffices.
    guard try Row.fetchOne(statement, arguments: arguments) != nil else { return 0 }
    for distance in distances {
      for direction in stride(from: 0.0, to: 1.99 * Double.pi, by: .pi / 4) {
        let step = distance / 111_000
        let here = try border(
          database, latitude: point.latitude + step * cos(direction),
          longitude: point.longitude + step * sin(direction) / narrowing)
        if condition(here) { return here }
      }
    }
    return 0
  }

  /// Returns the country within whose borders a point is; 0 for none.
  private func border(
    _ database: Database, latitude: Double, longitude: Double
  ) throws -> Int {
    let statement = try database.cachedStatement(
      sql: """
        SELECT west, south, shape FROM border_box JOIN border USING (id)
        WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2
        """)
    let x = longitude * BorderCell.units
    let y = latitude * BorderCell.units
    let rows = try Row.fetchCursor(statement, arguments: [x, y])
    while let row = try rows.next() {
      let shape = [UInt8](try row.value(2) as Data)
      guard
        let country = BorderCell.country(
          atX: x, y: y, in: shape, west: try row.value(0), south: try row.value(1))
      else { throw GazetteerError.damaged(path: path, detail: "a border") }
      if country != 0 { return country }
    }
    return 0
  }

  /// Returns the places about a point.
  private func neighbours(
    _ database: Database, latitude: Double, longitude: Double, reach: Double
  ) throws -> [Neighbour] {
    let height = reach / 111_000
    let width = min(180, height / max(0.01, cos(latitude * .pi / 180)))
    var result = try neighbours(
      database, latitude: latitude, longitude: longitude,
      west: longitude - width, east: longitude + width, height: height)
    if longitude - width < -180 {
      result += try neighbours(
        database, latitude: latitude, longitude: longitude,
        west: longitude - width + 360, east: 180, height: height)
    } else if longitude + width > 180 {
      result += try neighbours(
        database, latitude: latitude, longitude: longitude,
        west: -180, east: longitude + width - 360, height: height)
    }
    return result
  }

  private func neighbours(
    _ database: Database, latitude: Double, longitude: Double, west: Double, east: Double,
    height: Double
  ) throws -> [Neighbour] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT west, south, members FROM place_box JOIN place_block USING (id)
        WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? LIMIT 2000
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [
        east * GazetteerScale.units, west * GazetteerScale.units,
        (latitude + height) * GazetteerScale.units, (latitude - height) * GazetteerScale.units,
      ])
    var result: [Neighbour] = []
    while let row = try rows.next() {
      let bytes = [UInt8](try row.value(2) as Data)
      guard
        let places = PlaceRecord.places(in: bytes, west: try row.value(0), south: try row.value(1))
      else {
        throw GazetteerError.damaged(path: path, detail: "a block of places")
      }
      for place in places
      where abs(place.latitude - latitude) <= height && place.longitude >= west
        && place.longitude <= east
      {
        guard let region = tables.regions[place.region] else {
          throw GazetteerError.damaged(path: path, detail: "a region")
        }
        result.append(
          Neighbour(
            place: place, region: region,
            distance: place.distance(latitude: latitude, longitude: longitude)))
      }
    }
    return result
  }
}
