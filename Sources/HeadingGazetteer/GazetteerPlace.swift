/// A place that was found.
package struct GazetteerPlace: Sendable, Equatable {
  /// What is named.
  package enum Kind: Sendable, Equatable {
    /// A country.
    case country
    /// A state or province.
    case area
    /// A city, town or village.
    case locality
    /// A part of a city.
    case district
  }

  /// What is named.
  package var kind: Kind
  /// The name, in the language asked for if it is known.
  package var name: String
  /// The latitude, °.
  package var latitude: Double
  /// The longitude, °.
  package var longitude: Double
  /// How far the place extends from its point, roughly, m.
  package var radius: Double
  /// The number of inhabitants; 0 if it is not known.
  package var population: Int
  /// The state or province.
  package var area: String?
  /// The code of the state in its country (ISO 3166-2 without the country).
  package var areaCode: String?
  /// The country's name.
  package var country: String?
  /// The country's ISO 3166-1 alpha-2 code.
  package var countryCode: String?
  /// The name of the time zone.
  package var timeZone: String?
}

/// What is known of a point.
package struct GazetteerAddress: Sendable, Equatable {
  /// The country's name.
  package var country: String?
  /// The country's ISO 3166-1 alpha-2 code; `nil` at sea.
  package var countryCode: String?
  /// The state or province.
  package var area: String?
  /// The code of the state in its country (ISO 3166-2 without the country).
  package var areaCode: String?
  /// The city, town or village.
  package var locality: GazetteerPlace?
  /// The distance to the point of the locality, m.
  package var localityDistance: Double?
  /// The part of the city.
  package var district: String?
  /// The name of the time zone.
  package var timeZone: String?
}
