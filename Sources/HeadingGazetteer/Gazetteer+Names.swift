import Foundation
import GRDB

extension Gazetteer {
  /// Returns a place with its names; `nil` if the file lacks it.
  func place(
    _ database: Database, _ record: PlaceRecord, language: String?
  ) throws -> GazetteerPlace? {
    let statement = try database.cachedStatement(
      sql: "SELECT name, names FROM place LEFT JOIN alias ON place = id WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [record.id]) else {
      throw GazetteerError.damaged(path: path, detail: "a place")
    }
    let names = try (row.value(1) as String?)?.split(separator: "\n").map(String.init) ?? []
    return place(record, name: try row.value(0), names: names, language: language)
  }

  /// Returns a place with its names.
  func place(
    _ record: PlaceRecord, name: String, names: [String], language: String?
  ) -> GazetteerPlace? {
    guard let region = tables.regions[record.region] else { return nil }
    let area = tables.areas[region.area]
    let country = tables.countries[region.country]
    return GazetteerPlace(
      kind: record.kind == .district ? .district : .locality,
      name: Self.name(name, names: names, language: language),
      latitude: record.latitude, longitude: record.longitude, radius: max(500, record.radius),
      population: record.population,
      area: area.map { Self.name($0.name, names: $0.names, language: language) },
      areaCode: area.flatMap { $0.code.isEmpty ? nil : $0.code },
      country: country?.name(in: language), countryCode: country?.code, timeZone: region.zone)
  }

  /// The scripts of the languages that alone use them, as ranges of scalars.
  private static let scripts: [String: [ClosedRange<UInt32>]] = [
    "ko": [0xAC00...0xD7A3], "el": [0x370...0x3FF], "he": [0x590...0x5FF], "th": [0xE00...0xE7F],
    "ka": [0x10A0...0x10FF], "hy": [0x530...0x58F], "my": [0x1000...0x109F],
    "km": [0x1780...0x17FF], "am": [0x1200...0x137F],
  ]

  /// Returns the name in a language.
  ///
  /// The data does not tell the language of a name, so that only languages with a script of their
  /// own are known by it. Of several names it is the one that begins most of the others (서울 of
  /// 서울시 and 서울특별시).
  static func name(_ name: String, names: [String], language: String?) -> String {
    guard let language, let script = scripts[String(language.prefix { $0 != "-" })] else {
      return name
    }
    let own = names.filter { name in
      name.unicodeScalars.contains { scalar in script.contains { $0.contains(scalar.value) } }
    }
    func follower(_ text: String) -> Int { own.count { $0.hasPrefix(text) } }
    return own.min { a, b in
      let (first, second) = (follower(a), follower(b))
      return first != second ? first > second : (a.count, a) < (b.count, b)
    } ?? name
  }
}
