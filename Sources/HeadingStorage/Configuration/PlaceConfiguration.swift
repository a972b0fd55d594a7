/// Default position and date if no sensor provides them; the section `place`.
package struct PlaceConfiguration: Sendable, Hashable {
  /// Latitude in degrees, north positive.
  package var latitude: Double?

  /// Longitude in degrees, east positive.
  package var longitude: Double?

  /// Height above mean sea level, m.
  package var altitude: Double?

  /// The date, `YYYY-MM-DD`.
  package var date: String?

  /// Creates the defaults.
  package init() {}
}

extension PlaceConfiguration {
  init(_ section: ConfigurationSection) {
    latitude = section.number("latitude", -90...90, "degrees")
    longitude = section.number("longitude", -180...180, "degrees")
    altitude = section.number("altitude", -1000...100_000, "metres")
    date = section.text("date")
    if section.has("latitude") != section.has("longitude") {
      section.problem(
        section.has("longitude") ? "longitude" : "latitude",
        "latitude and longitude belong together; write both")
    }
  }
}
