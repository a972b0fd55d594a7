import Foundation
import Testing

@testable import HeadingGazetteer

@Suite(.enabled(if: GazetteerFixture.path != nil, GazetteerFixture.remedy), .timeLimit(.minutes(5)))
struct SearchTests {
  private func first(
    _ query: String, near: Gazetteer.Vicinity? = nil, language: String? = nil
  ) throws -> GazetteerPlace? {
    try #require(GazetteerFixture.shared).places(named: query, near: near, language: language).first
  }

  /// Name, latitude and longitude of the known place, °.
  @Test(arguments: [
    ("Seoul", 37.57, 126.98), ("서울", 37.57, 126.98), ("서울특별시", 37.57, 126.98),
    ("부산", 35.10, 129.04), ("수원시", 37.29, 127.01), ("대한민국 서울", 37.57, 126.98),
    ("경기도 수원", 37.29, 127.01), ("東京", 35.69, 139.69), ("Москва", 55.75, 37.62),
    ("القاهرة", 30.06, 31.25), ("Αθήνα", 37.98, 23.72), ("Αθηνα", 37.98, 23.72),
    ("Munchen", 48.14, 11.58), ("München", 48.14, 11.58), ("Muenchen", 48.14, 11.58),
    ("Müenchen", 48.14, 11.58), ("MUNICH", 48.14, 11.58), ("Munihc", 48.14, 11.58),
    ("Springfield, Illinois", 39.80, -89.64), ("Springfield, IL", 39.80, -89.64),
    ("springfield illinois", 39.80, -89.64), ("Springfield, MO, USA", 37.21, -93.30),
    ("Paris", 48.85, 2.35), ("Paris, Texas", 33.66, -95.56), ("Paris Texas", 33.66, -95.56),
    ("London", 51.51, -0.13), ("London, Ontario", 42.98, -81.23), ("Sao Paulo", -23.55, -46.63),
    ("New York", 40.71, -74.01), ("Cupertino, CA 95014", 37.32, -122.03),
    ("10115 Berlin", 52.52, 13.41), ("Berlin, Deutschland", 52.52, 13.41),
    ("Los Angelos", 34.05, -118.24), ("St. Petersburg, Florida", 27.77, -82.68),
    ("Aarhus", 56.16, 10.21), ("Łódź", 51.77, 19.46), ("lodz", 51.77, 19.46),
    ("Reykjavik", 64.14, -21.90), ("Xi'an", 34.26, 108.93), ("İstanbul", 41.01, 28.95),
  ])
  func finds(query: String, latitude: Double, longitude: Double) throws {
    let place = try first(query)
    let distance = place.map {
      GazetteerDistance.between($0.latitude, $0.longitude, latitude, longitude)
    }
    #expect((distance ?? .infinity) < 10_000, "\(query): \(String(describing: place))")
  }

  @Test(arguments: [
    "1 Infinite Loop, Cupertino, CA", "Kaivokatu 1, Helsinki", "Main Street, Springfield",
    "세종대로 110, 서울", "서울특별시 중구 세종대로 110", "10 Downing Street, London",
    "zzzzqqq", "", ",,,", "123", "!?", "Paris, Atlantis",
  ])
  func findsNothingForAStreetOrNonsense(query: String) throws {
    #expect(try first(query) == nil)
  }

  @Test func prefersTheVicinity() throws {
    let texas = Gazetteer.Vicinity(latitude: 33, longitude: -96, radius: 200_000)
    #expect(try first("Paris", near: texas)?.areaCode == "TX")
    #expect(try first("Paris")?.countryCode == "FR")
  }

  @Test func namesInALanguage() throws {
    let seoul = try first("Seoul", language: "ko")
    #expect(seoul?.name == "서울")
    #expect(seoul?.country == "대한민국")
    #expect(try first("Berlin", language: "de")?.country == "Deutschland")
    #expect(try first("Berlin", language: "ko-KR")?.name == "베를린")
  }

  @Test func findsCountriesAndStates() throws {
    #expect(try first("France")?.kind == .country)
    #expect(try first("대한민국")?.countryCode == "KR")
    for name in ["Korea", "한국"] { #expect(try first(name)?.countryCode == "KR") }
    #expect(try first("한국 서울")?.kind == .locality)
    #expect(try first("Illinois")?.areaCode == "IL")
    #expect(try first("Bavaria, Germany")?.kind == .area)
  }

  @Test func findsNothingForALongTextThatBeginsWithAPlace() throws {
    #expect(try first("Paris, " + String(repeating: " ", count: 10_000)) == nil)
    #expect(try first("Paris, " + String(repeating: "\u{301}", count: 5_000)) == nil)
    #expect(try first("Paris" + String(repeating: " ", count: 500))?.countryCode == "FR")
  }

  @Test func survivesHostileText() throws {
    let gazetteer = try #require(GazetteerFixture.shared)
    for text in [
      String(repeating: "a", count: 100_000), "\" OR 1 --", "'; DROP TABLE place", "a\u{0}b",
      String(repeating: ",", count: 10_000), "NEAR(a b)", "\u{301}\u{301}\u{301}", "*", "🏙️🏙️🏙️",
      String(repeating: "서 ", count: 200), "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    ] {
      _ = try gazetteer.places(named: text)
    }
  }
}
