import Foundation
import GRDB

extension Gazetteer {
  /// A point near which places are preferred.
  package struct Vicinity: Sendable {
    /// The latitude, °.
    package var latitude: Double
    /// The longitude, °.
    package var longitude: Double
    /// The radius, m.
    package var radius: Double

    /// Creates a vicinity.
    package init(latitude: Double, longitude: Double, radius: Double) {
      (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }
  }

  /// Returns the places of a name, best first.
  ///
  /// Every part of the query is to be known: a city, its state and its country. A street is not
  /// known, so that a query with one finds nothing rather than the middle of its city. Spelling
  /// errors (one in four letters, two in ten) are tried when nothing else is found.
  ///
  /// - Parameters:
  ///   - query: The name, in any script: `Springfield, Illinois`, `서울`, `Munchen`.
  ///   - vicinity: Where places are preferred.
  ///   - language: The language of the names found; `nil` for English or the local one.
  ///   - limit: The most places.
  /// - Returns: The places; none if a part of the query is not known.
  /// - Throws: ``GazetteerError``.
  package func places(
    named query: String, near vicinity: Vicinity? = nil, language: String? = nil, limit: Int = 10
  ) throws(GazetteerError) -> [GazetteerPlace] {
    let query = GazetteerQuery(query)
    guard !query.parts.isEmpty else { return [] }
    let matches: [GazetteerMatch] = try read { database in
      var search = GazetteerSearch(gazetteer: self, database: database, vicinity: vicinity)
      for allowsErrors in [false, true] {
        for reading in query.readings {
          let found = try search.matches(
            of: reading.name, context: reading.context, allowsErrors: allowsErrors,
            language: language)
          if !found.isEmpty { return found }
        }
      }
      return []
    }
    return matches.sorted { $0.rank > $1.rank }.prefix(max(0, limit)).map(\.place)
  }
}

/// A place with its rank among those found.
struct GazetteerMatch: Sendable {
  var place: GazetteerPlace
  /// The greater, the better.
  var rank: Double
}
