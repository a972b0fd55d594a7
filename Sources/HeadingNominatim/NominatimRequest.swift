import Foundation

/// A request to a server of Nominatim's interface.
package enum NominatimRequest: Hashable, Sendable {
  /// The parts of a postal address; empty for unknown.
  package struct Address: Hashable, Sendable {
    /// House number and street.
    package var street = ""
    /// The city.
    package var city = ""
    /// The subdivision of the state.
    package var county = ""
    /// The state.
    package var state = ""
    /// The country or its code.
    package var country = ""
    /// The postal code.
    package var postalCode = ""

    /// Creates an empty address.
    package init() {}

    /// The parts with their names in a request.
    var parts: [(String, String)] {
      [
        ("street", street), ("city", city), ("county", county), ("state", state),
        ("country", country), ("postalcode", postalCode),
      ]
    }
  }

  /// A box in which places are preferred, °.
  package struct Box: Hashable, Sendable {
    /// The west end.
    package var west: Double
    /// The south end.
    package var south: Double
    /// The east end.
    package var east: Double
    /// The north end.
    package var north: Double

    /// Creates a box about a point.
    ///
    /// - Parameters:
    ///   - latitude: The latitude of its centre, °.
    ///   - longitude: The longitude of its centre, °.
    ///   - radius: The distance from the centre to the sides, m.
    package init(latitude: Double, longitude: Double, radius: Double) {
      let height = min(90, max(0, radius) / 111_000)
      let width = min(180, height / max(0.01, cos(latitude * .pi / 180)))
      west = max(-180, longitude - width)
      east = min(180, longitude + width)
      south = max(-90, latitude - height)
      north = min(90, latitude + height)
    }
  }

  /// The address at a point.
  case reverse(latitude: Double, longitude: Double, language: String?)
  /// The places of a text.
  case search(text: String, near: Box?, language: String?)
  /// The places of an address.
  case structured(Address, language: String?)

  /// The longest text that is sent, bytes.
  package static let longest = 2000

  /// Whether a text is too long to be a place's: a part of it would be another place's.
  package var isTooLong: Bool {
    switch self {
    case .reverse: false
    case .search(let text, _, _): text.utf8.count > Self.longest
    case .structured(let address, _):
      address.parts.reduce(0) { $0 + $1.1.utf8.count } > Self.longest
    }
  }

  /// The path and query, to be put behind the server's address.
  package var target: String {
    switch self {
    case .reverse(let latitude, let longitude, let language):
      return "/reverse"
        + Self.query([
          ("lat", Self.degrees(latitude)), ("lon", Self.degrees(longitude)),
          ("accept-language", language),
        ])
    case .search(let text, let box, let language):
      let corners = box.map { [$0.west, $0.north, $0.east, $0.south].map(Self.degrees) }
      return "/search"
        + Self.query([
          ("q", text), ("limit", "10"),
          ("viewbox", corners?.joined(separator: ",")), ("accept-language", language),
        ])
    case .structured(let address, let language):
      return "/search"
        + Self.query(
          address.parts.map { ($0.0, $0.1.isEmpty ? nil : $0.1) }
            + [("limit", "10"), ("accept-language", language)])
    }
  }

  private static func query(_ items: [(String, String?)]) -> String {
    let all = [("format", "jsonv2"), ("addressdetails", "1")] + items
    return "?"
      + all.compactMap { name, value in value.map { name + "=" + escaped($0) } }
      .joined(separator: "&")
  }

  /// Writes a number of degrees with 7 decimals (1 cm), never with an exponent.
  private static func degrees(_ value: Double) -> String {
    value.isFinite ? String(format: "%.7f", value) : "0"
  }

  /// Escapes all but letters, digits and `-._~` (RFC 3986).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += String(format: "%%%02X", byte)
      }
    }
    return result
  }
}
