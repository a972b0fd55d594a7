package import Foundation

/// A place that the server knows.
package struct NominatimPlace: Sendable, Equatable {
  /// The latitude, °.
  package var latitude: Double
  /// The longitude, °.
  package var longitude: Double
  /// The distance from the middle of its box to a corner, m; `nil` without a box.
  package var radius: Double?
  /// The name of the place, or street and house number.
  package var name: String?
  /// The street.
  package var street: String?
  /// The house number.
  package var houseNumber: String?
  /// The city, town or village.
  package var city: String?
  /// The part of the city.
  package var district: String?
  /// The subdivision of the state.
  package var county: String?
  /// The state.
  package var state: String?
  /// The state's code (ISO 3166-2 without the country).
  package var stateCode: String?
  /// The postal code.
  package var postalCode: String?
  /// The country's name.
  package var country: String?
  /// The country's ISO 3166-1 alpha-2 code, in capitals.
  package var countryCode: String?
  /// The inland water that the place is.
  package var inlandWater: String?
  /// The sea that the place is.
  package var ocean: String?
  /// Points of interest that the place is.
  package var areasOfInterest: [String] = []
}

/// Why the server has no answer.
package enum NominatimFailure: Error, Equatable {
  /// The server knows no such place.
  case noResult
  /// The server allows no more requests now.
  case limited
  /// The server refused the request.
  case refused(status: Int, message: String)
  /// The answer is not what Nominatim sends.
  case unreadable
  /// There is no connection to the server.
  case unreachable
}

extension NominatimPlace {
  /// The longest answer that is read, bytes.
  package static let longestAnswer = 1 << 20

  /// Reads the server's answer.
  ///
  /// - Parameters:
  ///   - body: The body, JSON of format `jsonv2`.
  ///   - status: The status of HTTP.
  /// - Returns: The places, best first; at least one.
  /// - Throws: ``NominatimFailure``.
  package static func places(
    in body: Data, status: Int
  ) throws(NominatimFailure) -> [NominatimPlace] {
    guard body.count <= longestAnswer else { throw .unreadable }
    guard status == 200 else {
      if status == 429 || status == 503 { throw .limited }
      if status == 404 { throw .noResult }
      let message = String(decoding: body.prefix(200), as: UTF8.self)
      throw .refused(status: status, message: message)
    }
    let entries: [Entry]
    do {
      let decoder = JSONDecoder()
      if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") {
        entries = try decoder.decode([Entry].self, from: body)
      } else {
        entries = [try decoder.decode(Entry.self, from: body)]
      }
    } catch {
      throw .unreadable
    }
    if entries.contains(where: { $0.error != nil }) { throw .noResult }
    let places = entries.prefix(50).compactMap(\.place)
    guard !places.isEmpty else { throw entries.isEmpty ? .noResult : .unreadable }
    return places
  }

  /// An entry of an answer.
  private struct Entry: Decodable {
    var lat: String?
    var lon: String?
    var category: String?
    var type: String?
    var name: String?
    var address: [String: String]?
    var boundingbox: [String]?
    var error: Failure?

    /// An error, which is a text or an object.
    struct Failure: Decodable {
      init(from decoder: any Decoder) throws {}
    }

    var place: NominatimPlace? {
      guard let latitude = lat.flatMap(Double.init), let longitude = lon.flatMap(Double.init),
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { return nil }
      func part(_ keys: String...) -> String? {
        keys.lazy.compactMap { address?[$0] }.first { !$0.isEmpty }
      }
      var place = NominatimPlace(latitude: latitude, longitude: longitude)
      place.street = part("road", "pedestrian", "footway", "path", "square")
      place.houseNumber = part("house_number")
      place.city = part("city", "town", "village", "municipality", "hamlet")
      place.district = part(
        "suburb", "city_district", "borough", "district", "quarter", "neighbourhood")
      place.county = part("county", "state_district")
      place.state = part("state", "province", "region")
      place.postalCode = part("postcode")
      place.country = part("country")
      place.countryCode = part("country_code")?.uppercased()
      place.stateCode = part("ISO3166-2-lvl4").flatMap { code in
        code.split(separator: "-", maxSplits: 1).dropFirst().first.map(String.init)
      }
      let name = name.flatMap { $0.isEmpty ? nil : $0 }
      let house = [place.houseNumber, place.street].compactMap(\.self).joined(separator: " ")
      place.name = name ?? (house.isEmpty ? place.city ?? place.country : house)
      place.radius = radius(latitude: latitude)
      switch (category, type) {
      case ("natural", "water"), ("natural", "bay"), ("waterway", _): place.inlandWater = name
      case ("place", "ocean"), ("place", "sea"): place.ocean = name
      case ("amenity", _), ("tourism", _), ("leisure", _), ("shop", _), ("historic", _),
        ("aeroway", _), ("railway", _):
        place.areasOfInterest = name.map { [$0] } ?? []
      default: break
      }
      return place
    }

    private func radius(latitude: Double) -> Double? {
      guard let box = boundingbox?.compactMap(Double.init), box.count == 4 else { return nil }
      let height = (box[1] - box[0]) * 111_000
      let width = (box[3] - box[2]) * 111_000 * cos(latitude * .pi / 180)
      let radius = (height * height + width * width).squareRoot() / 2
      return radius.isFinite && radius > 0 ? min(radius, 10_000_000) : nil
    }
  }
}
