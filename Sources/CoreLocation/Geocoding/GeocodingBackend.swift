/// What finds names of places and places of names.
///
/// Placemarks come best first; nothing found is ``CLError/Code/geocodeFoundNoResult``.
protocol GeocodingBackend: Sendable {
  /// The names of a place.
  func placemarks(at location: CLLocation, locale: Locale?) async throws -> [CLPlacemark]

  /// The places of a name.
  ///
  /// - Parameters:
  ///   - name: An address or another name.
  ///   - region: Where to look first: middle and radius, m; `nil` for anywhere.
  ///   - locale: The language of the names; `nil` for the user's.
  /// - Returns: The places, best first.
  /// - Throws: `CLError`.
  func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark]
}

/// No geocoder: nothing is found, nothing is invented.
struct NoGeocoding: GeocodingBackend {
  func placemarks(at location: CLLocation, locale: Locale?) async throws -> [CLPlacemark] {
    throw CLError(.geocodeFoundNoResult)
  }

  func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark] {
    throw CLError(.geocodeFoundNoResult)
  }
}
