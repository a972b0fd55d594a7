import GRDB

/// A country of the file.
struct CountryRecord: Sendable {
  var code: String
  var name: String
  var latitude: Double
  var longitude: Double
  var population: Int
  /// The names by language.
  var names: [String: String]

  /// Returns the name in a language (`ko`, `zh-Hant`), or in English.
  func name(in language: String?) -> String {
    guard let language else { return name }
    return names[language] ?? names[String(language.prefix { $0 != "-" })] ?? name
  }
}

/// A state or province of the file.
struct AreaRecord: Sendable {
  var country: Int
  var code: String
  var name: String
  var latitude: Double
  var longitude: Double
  var population: Int
  var names: [String]
}

/// A combination of country, state and time zone.
struct RegionRecord: Sendable {
  var country: Int
  /// The state; 0 for none.
  var area: Int
  var zone: String
}

/// The small tables of the file, kept in memory.
struct GazetteerTables: Sendable {
  var countries: [Int: CountryRecord] = [:]
  var areas: [Int: AreaRecord] = [:]
  var regions: [Int: RegionRecord] = [:]

  init(_ database: Database) throws {
    let countries = try Row.fetchCursor(
      database,
      sql: "SELECT id, code, name, latitude, longitude, population, names FROM country LIMIT 1000")
    while let row = try countries.next() {
      var names: [String: String] = [:]
      for line in (try row.value(6) as String).split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { names[String(parts[0])] = String(parts[1]) }
      }
      let number: Int = try row.value(0)
      self.countries[number] = CountryRecord(
        code: try row.value(1), name: try row.value(2),
        latitude: GazetteerScale.degrees(try row.value(3)),
        longitude: GazetteerScale.degrees(try row.value(4)), population: try row.value(5),
        names: names)
    }
    let areas = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, country, code, name, latitude, longitude, population, names FROM area
        LIMIT 20000
        """)
    while let row = try areas.next() {
      let number: Int = try row.value(0)
      self.areas[number] = AreaRecord(
        country: try row.value(1), code: try row.value(2), name: try row.value(3),
        latitude: GazetteerScale.degrees(try row.value(4)),
        longitude: GazetteerScale.degrees(try row.value(5)), population: try row.value(6),
        names: (try row.value(7) as String).split(separator: "\n").map(String.init))
    }
    let regions = try Row.fetchCursor(
      database, sql: "SELECT id, country, area, zone FROM region LIMIT 50000")
    while let row = try regions.next() {
      let number: Int = try row.value(0)
      self.regions[number] = RegionRecord(
        country: try row.value(1), area: try row.value(2), zone: try row.value(3))
    }
  }
}

/// The scale of positions in the file.
enum GazetteerScale {
  static let units = 100_000.0

  static func degrees(_ value: Int) -> Double { Double(value) / units }
}

extension Row {
  /// Returns the value of a column; throws for one of another type, which a damaged file may have.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: Int
  ) throws -> Value {
    try decode(Value.self, atIndex: column)
  }
}
