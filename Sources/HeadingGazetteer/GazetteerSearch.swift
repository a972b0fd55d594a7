import Foundation
import GRDB

/// One search in the file.
struct GazetteerSearch {
  /// What narrows a search: a country, a state, or a place near by.
  private struct Constraint {
    var countries: Set<Int> = []
    var areas: Set<Int> = []
    var centres: [PlaceRecord] = []

    /// Whether a place is in it.
    func holds(_ place: PlaceRecord, region: RegionRecord) -> Bool {
      countries.contains(region.country) || areas.contains(region.area)
        || centres.contains {
          $0.id != place.id
            && $0.distance(latitude: place.latitude, longitude: place.longitude)
              < 20_000 + $0.radius
        }
    }
  }

  private let gazetteer: Gazetteer
  private let database: Database
  private let vicinity: Gazetteer.Vicinity?
  /// The most places whose names are compared.
  private static let mostCandidates = 1500
  /// What another name than the first costs, in typing errors; below one, so that these can be told.
  ///
  /// A city of that name is meant rather than one of twenty times as many inhabitants whose spelling
  /// in some language it is.
  private static let otherName = 0.9

  init(gazetteer: Gazetteer, database: Database, vicinity: Gazetteer.Vicinity?) {
    (self.gazetteer, self.database, self.vicinity) = (gazetteer, database, vicinity)
  }

  /// Returns the places of a name that all parts of the context hold.
  mutating func matches(
    of name: String, context: [String], allowsErrors: Bool, language: String?
  ) throws -> [GazetteerMatch] {
    guard !(allowsErrors && GazetteerQuery.hasNumber(name)) else { return [] }
    var constraints: [Constraint] = []
    for part in context {
      guard let constraint = try constraint(part) else { return [] }
      constraints.append(constraint)
    }
    var result: [GazetteerMatch] = []
    if !allowsErrors {
      result += try divisions(named: name, constraints: constraints, language: language)
    }
    var penalty = 0.0
    for spelling in GazetteerQuery.spellings(name) {
      let found = try places(
        named: spelling, constraints: constraints, allowsErrors: allowsErrors, language: language)
      if !found.isEmpty {
        result += found.map { GazetteerMatch(place: $0.place, rank: $0.rank - penalty) }
        break
      }
      penalty = 1
    }
    return result
  }

  // MARK: - Countries and states

  /// Returns the country or states of a name.
  private func divisions(_ name: String) throws -> (countries: Set<Int>, areas: Set<Int>) {
    let statement = try database.cachedStatement(
      sql: "SELECT kind, target FROM word WHERE folded = ? LIMIT 200")
    var result: (countries: Set<Int>, areas: Set<Int>) = ([], [])
    for spelling in GazetteerQuery.spellings(name) {
      let rows = try Row.fetchCursor(statement, arguments: [spelling])
      while let row = try rows.next() {
        let kind: Int = try row.value(0)
        let target: Int = try row.value(1)
        if kind == 0 { result.countries.insert(target) } else { result.areas.insert(target) }
      }
      if !result.countries.isEmpty || !result.areas.isEmpty { break }
    }
    return result
  }

  /// Returns what a part of the context means; `nil` if it is not known.
  private func constraint(_ part: String) throws -> Constraint? {
    let found = try divisions(part)
    var constraint = Constraint(countries: found.countries, areas: found.areas)
    if constraint.countries.isEmpty {
      constraint.centres = try candidates(exactly: part).prefix(20).map(\.record)
    }
    let isKnown =
      !constraint.countries.isEmpty || !constraint.areas.isEmpty || !constraint.centres.isEmpty
    return isKnown ? constraint : nil
  }

  private func divisions(
    named name: String, constraints: [Constraint], language: String?
  ) throws -> [GazetteerMatch] {
    // A code of two letters alone is no name.
    guard name.unicodeScalars.count > 2 || !name.allSatisfy(\.isASCII) else { return [] }
    let found = try divisions(name)
    let tables = gazetteer.tables
    var result: [GazetteerMatch] = []
    if constraints.isEmpty {
      for number in found.countries {
        guard let country = tables.countries[number] else { continue }
        let place = GazetteerPlace(
          kind: .country, name: country.name(in: language), latitude: country.latitude,
          longitude: country.longitude, radius: 500_000, population: country.population,
          country: country.name(in: language), countryCode: country.code)
        result.append(GazetteerMatch(place: place, rank: rank(place) + 1))
      }
    }
    for number in found.areas {
      guard let area = tables.areas[number], let country = tables.countries[area.country],
        constraints.allSatisfy({ $0.countries.contains(area.country) })
      else { continue }
      let name = Gazetteer.name(area.name, names: area.names, language: language)
      let place = GazetteerPlace(
        kind: .area, name: name, latitude: area.latitude, longitude: area.longitude,
        radius: 100_000, population: area.population, area: name,
        areaCode: area.code.isEmpty ? nil : area.code, country: country.name(in: language),
        countryCode: country.code)
      // A city is meant rather than the state of the same name: São Paulo, New York.
      result.append(GazetteerMatch(place: place, rank: rank(place) - 2))
    }
    return result
  }

  // MARK: - Places

  private struct Candidate {
    var record: PlaceRecord
    var name: String
    var names: [String]
    /// The typing errors, and ``otherName`` for another name than the first.
    var errors: Double
  }

  private func places(
    named name: String, constraints: [Constraint], allowsErrors: Bool, language: String?
  ) throws -> [GazetteerMatch] {
    let candidates =
      allowsErrors ? try candidates(near: name) : try candidates(exactly: name)
    return candidates.compactMap { candidate in
      guard let region = gazetteer.tables.regions[candidate.record.region],
        constraints.allSatisfy({ $0.holds(candidate.record, region: region) }),
        let place = gazetteer.place(
          candidate.record, name: candidate.name, names: candidate.names, language: language)
      else { return nil }
      var rank = rank(place) - 1.5 * candidate.errors
      switch candidate.record.kind {
      case .capital: rank += 0.7
      case .seat: rank += 0.3
      case .district: rank -= 0.7
      case .town: break
      }
      return GazetteerMatch(place: place, rank: rank)
    }
  }

  /// The rank of a place by its size, and by its distance where a vicinity is preferred.
  private func rank(_ place: GazetteerPlace) -> Double {
    var rank = log10(Double(place.population) + 10)
    if let vicinity {
      let distance = GazetteerDistance.between(
        vicinity.latitude, vicinity.longitude, place.latitude, place.longitude)
      rank += 5 / (1 + max(0, distance - vicinity.radius) / max(20_000, vicinity.radius))
    }
    return rank
  }

  private func candidates(exactly name: String) throws -> [Candidate] {
    let expression = Self.conjunction(NameFolding.trigrams(name))
    return try candidates(expression) { folded in folded == name ? 0 : nil }
  }

  private func candidates(near name: String) throws -> [Candidate] {
    let scalars = Array(name.unicodeScalars)
    let isAlphabetic = scalars.allSatisfy { $0.value < 0x600 }
    let errors = scalars.count >= 10 ? 2 : scalars.count >= (isAlphabetic ? 4 : 3) ? 1 : 0
    guard errors > 0 else { return [] }
    // Each error spoils one of the pieces at most.
    let trigrams = NameFolding.trigrams(name)
    let pieces = errors + 1
    let size = (scalars.count + 2) / pieces
    var expressions: [String] = []
    for piece in 0..<pieces {
      let begin = piece * size
      let end = piece == pieces - 1 ? trigrams.count : min(trigrams.count, begin + max(1, size - 2))
      guard begin < end else { continue }
      expressions.append("(" + Self.conjunction(Array(trigrams[begin..<end])) + ")")
    }
    let found = try candidates(expressions.joined(separator: " OR ")) { folded in
      let other = Array(folded.unicodeScalars)
      guard let count = typingErrors(scalars, other, limit: errors) else { return nil }
      // With two errors the first letter is to be right.
      return count < 2 || scalars.first == other.first ? Double(count) : nil
    }
    let fewest = found.map { $0.errors.rounded(.down) }.min() ?? 0
    return found.filter { $0.errors < fewest + 1 }
  }

  private static func conjunction(_ trigrams: [String]) -> String {
    // Letters, digits and `_` only, so that quotes suffice.
    Set(trigrams).sorted().map { "\"\($0)\"" }.joined(separator: " AND ")
  }

  /// Returns the places that an expression of trigrams finds, most populous first.
  private func candidates(
    _ expression: String, errors: (String) -> Double?
  ) throws -> [Candidate] {
    guard !expression.isEmpty else { return [] }
    let statement = try database.cachedStatement(
      sql: """
        SELECT place.id, place.name, names, west, south, members
        FROM (SELECT rowid AS number FROM spelling WHERE spelling MATCH ? LIMIT ?)
        JOIN place ON place.id = number LEFT JOIN alias ON alias.place = number
        JOIN place_block ON place_block.id = block JOIN place_box ON place_box.id = block
        """)
    let rows = try Row.fetchCursor(statement, arguments: [expression, Self.mostCandidates])
    var result: [Candidate] = []
    while let row = try rows.next() {
      let name: String = try row.value(1)
      let names = try (row.value(2) as String?)?.split(separator: "\n").map(String.init) ?? []
      var best = errors(NameFolding.fold(name))
      if best != 0 {
        for other in names {
          guard let count = errors(NameFolding.fold(other)) else { continue }
          best = min(best ?? .infinity, count + Self.otherName)
        }
      }
      guard let best else { continue }
      let identifier: Int = try row.value(0)
      let bytes = [UInt8](try row.value(5) as Data)
      guard
        let record = PlaceRecord.places(in: bytes, west: try row.value(3), south: try row.value(4))?
          .first(where: { $0.id == identifier })
      else { throw GazetteerError.damaged(path: gazetteer.path, detail: "a block of places") }
      result.append(Candidate(record: record, name: name, names: names, errors: best))
    }
    return result
  }
}
