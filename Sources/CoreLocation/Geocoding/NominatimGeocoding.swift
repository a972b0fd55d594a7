import HeadingNominatim

/// Geocoding with a server of Nominatim's interface.
struct NominatimGeocoding: GeocodingBackend {
  let client: NominatimClient
  /// The server's address.
  let server: String
  /// Receives a sentence about a server that gives no answer.
  let complain: @Sendable (String) -> Void

  func placemarks(at location: CLLocation, locale: Locale?) async throws -> [CLPlacemark] {
    let coordinate = location.coordinate
    guard CLLocationCoordinate2DIsValid(coordinate) else { throw CLError(.geocodeFoundNoResult) }
    return try await placemarks(
      .reverse(
        latitude: coordinate.latitude, longitude: coordinate.longitude,
        language: locale.geocodingLanguage))
  }

  func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark] {
    let box = region.map {
      NominatimRequest.Box(latitude: $0.0.latitude, longitude: $0.0.longitude, radius: $0.1)
    }
    return try await placemarks(
      .search(text: name, near: box, language: locale.geocodingLanguage))
  }

  func placemarks(of values: PlacemarkValues, locale: Locale?) async throws -> [CLPlacemark] {
    var address = NominatimRequest.Address()
    address.street = [values.subThoroughfare, values.thoroughfare].compactMap(\.self)
      .joined(separator: " ")
    address.city = values.locality ?? ""
    address.county = values.subAdministrativeArea ?? ""
    address.state = values.administrativeArea ?? ""
    address.postalCode = values.postalCode ?? ""
    address.country = values.country ?? values.isoCountryCode ?? ""
    let found = try await placemarks(.structured(address, language: locale.geocodingLanguage))
    // The server leaves out what it does not find.
    if !address.street.isEmpty && found.allSatisfy({ $0.thoroughfare == nil }) {
      throw CLError(.geocodeFoundPartialResult)
    }
    return found
  }

  private func placemarks(_ request: NominatimRequest) async throws -> [CLPlacemark] {
    do {
      return try await client.places(request).map { CLPlacemark(Self.values($0)) }
    } catch let failure as NominatimFailure {
      if let complaint = Self.complaint(failure) {
        complain("geocoder.url: \(server) \(complaint)")
      }
      throw CLError(Self.code(failure))
    } catch is CancellationError {
      throw CLError(.geocodeCanceled)
    } catch {
      throw CLError(.network)
    }
  }

  /// Returns the code of a failure.
  static func code(_ failure: NominatimFailure) -> CLError.Code {
    switch failure {
    case .noResult: .geocodeFoundNoResult
    case .limited, .refused, .unreadable, .unreachable: .network
    }
  }

  /// Returns what is wrong with the server; `nil` for what belongs to its use.
  private static func complaint(_ failure: NominatimFailure) -> String? {
    switch failure {
    case .noResult, .limited: nil
    case .refused(let status, _):
      "answers with status \(status) of HTTP: is it Nominatim's address?"
    case .unreadable: "answers, but not as Nominatim does"
    case .unreachable: "cannot be reached, or its certificate is not trusted"
    }
  }

  private static func values(_ place: NominatimPlace) -> PlacemarkValues {
    var values = PlacemarkValues()
    values.location = CLLocation(
      centerLatitude: place.latitude, longitude: place.longitude, radius: place.radius ?? -1)
    values.radius = place.radius
    values.name = place.name
    values.thoroughfare = place.street
    values.subThoroughfare = place.houseNumber
    values.locality = place.city
    values.subLocality = place.district
    values.subAdministrativeArea = place.county
    values.administrativeArea = PlacemarkValues.area(
      place.state, place.stateCode, place.countryCode)
    values.postalCode = place.postalCode
    values.country = place.country
    values.isoCountryCode = place.countryCode
    values.inlandWater = place.inlandWater
    values.ocean = place.ocean
    values.areasOfInterest = place.areasOfInterest.isEmpty ? nil : place.areasOfInterest
    return values
  }
}
