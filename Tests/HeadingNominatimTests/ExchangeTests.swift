import Foundation
import Testing

@testable import HeadingNominatim

/// Exchanges recorded from a real server.
enum Exchanges {
  struct Index: Decodable {
    struct Exchange: Decodable {
      var name: String
      var request: String
      var status: Int
    }
    var exchanges: [Exchange]
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Reference/nominatim")

  static let all: [Index.Exchange] = {
    let data = try? Data(contentsOf: folder.appending(path: "index.json"))
    return data.flatMap { try? JSONDecoder().decode(Index.self, from: $0).exchanges } ?? []
  }()

  static func body(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name + ".json"))
  }
}

@Suite(.timeLimit(.minutes(5)))
struct ExchangeTests {
  @Test func areAllThere() { #expect(Exchanges.all.count == 13) }

  private func places(_ name: String, status: Int = 200) throws -> [NominatimPlace] {
    try NominatimPlace.places(in: Exchanges.body(name), status: status)
  }

  @Test func readsAHouse() throws {
    let place = try #require(places("reverse_house").first)
    #expect(place.name == "R-Kioski")
    #expect(place.street == "Kaivokatu")
    #expect(place.houseNumber == "1")
    #expect(place.city == "Helsinki")
    #expect(place.district == "Kaisaniemi")
    #expect(place.postalCode == "00100")
    #expect(place.country == "Finland")
    #expect(place.countryCode == "FI")
    #expect(place.areasOfInterest == ["R-Kioski"])
    #expect(abs(place.latitude - 60.1711182) < 1e-9)
    #expect(try places("reverse_house_fi").first?.country == "Suomi")
  }

  @Test func readsACityAndACountry() throws {
    let city = try #require(places("reverse_city_zoom10").first)
    #expect(city.city == "Helsinki")
    #expect(city.street == nil)
    #expect(try #require(city.radius) > 10_000)
    let country = try #require(places("reverse_country_only").first)
    #expect(country.country == "Nigeria")
    #expect(country.countryCode == "NG")
    #expect(country.city == nil)
    #expect(country.name == "Nigeria")
  }

  @Test func readsSearches() throws {
    #expect(try places("search_address").allSatisfy { $0.street == "Kaivokatu" })
    let found = try places("search_structured")
    #expect(found.count == 2)
    #expect(found.first?.name == "Helsinki Central Railway Station")
    #expect(found.last?.name == "1 Kaivokatu")
    #expect(try !places("search_viewbox").isEmpty)
  }

  @Test(arguments: [
    ("reverse_ocean_error", 200, NominatimFailure.noResult),
    ("reverse_bad_coordinate", 200, .noResult), ("search_none", 200, .noResult),
    ("status", 200, .unreadable), ("reverse_geocodejson", 200, .unreadable),
    ("reverse_house", 429, .limited), ("reverse_house", 503, .limited),
  ])
  func tellsFailures(name: String, status: Int, failure: NominatimFailure) throws {
    let body = try Exchanges.body(name)
    #expect(throws: failure) { try NominatimPlace.places(in: body, status: status) }
  }

  /// Returns why an answer holds no places; `nil` if it does.
  private func failure(_ body: Data, status: Int = 200) -> NominatimFailure? {
    do {
      _ = try NominatimPlace.places(in: body, status: status)
      return nil
    } catch {
      return error
    }
  }

  @Test func tellsARefusal() throws {
    let body = try Exchanges.body("reverse_missing_lon")
    let message = String(decoding: body, as: UTF8.self)
    #expect(failure(body, status: 400) == .refused(status: 400, message: message))
    #expect(message.contains("lon"))
  }

  @Test func survivesDamage() throws {
    for exchange in Exchanges.all {
      let body = try Exchanges.body(exchange.name)
      for length in 0..<max(0, body.count - 2) {
        #expect(failure(body.prefix(length)) == .unreadable)
      }
    }
    let long = Data(repeating: 0x5B, count: NominatimPlace.longestAnswer + 1)
    #expect(failure(long) == .unreadable)
    let deep = Data(repeating: 0x5B, count: 100_000)
    #expect(failure(deep) != nil)
  }

  /// Every parameter of the recorded requests but the server's limit is written the same way.
  @Test func writesTheRecordedRequests() throws {
    func items(_ target: String) -> [String: String] {
      let parts = URLComponents(string: target)?.queryItems ?? []
      return Dictionary(parts.map { ($0.name, $0.value ?? "") }) { $1 }
    }
    var address = NominatimRequest.Address()
    (address.street, address.city, address.country) = ("1 Kaivokatu", "Helsinki", "fi")
    let requests: [(String, NominatimRequest)] = [
      ("reverse_house", .reverse(latitude: 60.1710, longitude: 24.9415, language: "en")),
      ("search_address", .search(text: "Kaivokatu 1, Helsinki", near: nil, language: "en")),
      ("search_structured", .structured(address, language: "en")),
    ]
    for (name, request) in requests {
      let recorded = try #require(Exchanges.all.first { $0.name == name }).request
        .replacing("+", with: "%20")
      var (expected, written) = (items(recorded), items(request.target))
      #expect(recorded.prefix { $0 != "?" } == request.target.prefix { $0 != "?" })
      for key in ["limit"] { (expected[key], written[key]) = (nil, nil) }
      for key in ["lat", "lon"] {
        #expect(expected[key].flatMap(Double.init) == written[key].flatMap(Double.init))
        (expected[key], written[key]) = (nil, nil)
      }
      #expect(expected == written)
    }
  }
}
