public import Contacts

extension CLGeocoder {
  /// Finds the names of a place.
  ///
  /// - Throws: ``CLError``.
  public func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await answer {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the places of an address, first in a region, named in a language.
  ///
  /// - Throws: ``CLError``.
  public func geocodeAddressString(
    _ addressString: String, in region: CLRegion? = nil, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodeAddressString(
        addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the places of a postal address, named in a language.
  ///
  /// - Throws: ``CLError``.
  public func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodePostalAddress(postalAddress, preferredLocale: locale, completionHandler: $0)
    }
  }

  private func answer(
    _ begin: (@escaping CLGeocodeCompletionHandler) -> Void
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      begin { placemarks, error in
        if let placemarks {
          continuation.resume(returning: placemarks)
        } else {
          continuation.resume(throwing: error ?? CLError(.geocodeFoundNoResult))
        }
      }
    }
  }
}
