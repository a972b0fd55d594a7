import Contacts

/// A geocoding service.
///
/// Placemarks are sorted best first; an empty result is ``CLError/Code/geocodeFoundNoResult``.
protocol GeocodingBackend: Sendable {
  /// Returns the placemarks at a location.
  func placemarks(at location: CLLocation, locale: Locale?) async throws -> [CLPlacemark]

  /// Returns the placemarks of a name.
  ///
  /// - Parameters:
  ///   - name: An address or another name.
  ///   - region: The preferred region: centre and radius, m; `nil` for none.
  ///   - locale: The language of the names; `nil` for the user's.
  /// - Returns: The placemarks, best first.
  /// - Throws: `CLError`.
  func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark]

  /// Returns the placemarks of an address.
  func placemarks(of address: PlacemarkValues, locale: Locale?) async throws -> [CLPlacemark]
}

/// The absent geocoding service, which does not know whether there is such a place.
struct UnavailableGeocoding: GeocodingBackend {
  func placemarks(at location: CLLocation, locale: Locale?) async throws -> [CLPlacemark] {
    throw CLError(.network)
  }

  func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark] {
    throw CLError(.network)
  }

  func placemarks(of address: PlacemarkValues, locale: Locale?) async throws -> [CLPlacemark] {
    throw CLError(.network)
  }
}

extension Locale? {
  /// The language of names, such as `ko-KR`; the user's for `nil`.
  var geocodingLanguage: String {
    (self ?? .current).identifier.replacingOccurrences(of: "_", with: "-")
  }
}
