public import Contacts

/// What a geocoder's answer is handed to: placemarks, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Finds names of places and places of names; one request at a time.
///
/// The handler is called once for every request, on the main queue. There is no backend yet: every
/// request ends with ``CLError/Code/geocodeFoundNoResult``.
open class CLGeocoder: NSObject {
  private let requests: GeocodingRequests

  /// Makes a geocoder.
  public override init() {
    requests = GeocodingRequests(backend: NoGeocoding())
    super.init()
  }

  init(backend: any GeocodingBackend) {
    requests = GeocodingRequests(backend: backend)
    super.init()
  }

  /// Whether a request is under way.
  open var isGeocoding: Bool { requests.isBusy }

  /// Ends the request under way; its handler gets ``CLError/Code/geocodeCanceled``.
  open func cancelGeocode() { requests.cancel() }

  /// Finds the names of a place.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - completionHandler: Gets the placemarks, best first, or the error.
  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    reverseGeocodeLocation(location, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the names of a place in a language.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    requests.begin(completionHandler) {
      try await $0.placemarks(at: location, locale: locale)
    }
  }

  /// Finds the places of an address.
  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodeAddressString(
      addressString, in: nil, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the places of an address, first in a region.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodeAddressString(
      addressString, in: region, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the places of an address, first in a region, named in a language.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let circle = (region as? CLCircularRegion).map { ($0.center, $0.radius) }
    requests.begin(completionHandler) {
      try await $0.placemarks(named: addressString, near: circle, locale: locale)
    }
  }

  /// Finds the places of a postal address.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodePostalAddress(
      postalAddress, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the places of a postal address, named in a language.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let lines = CNPostalAddressFormatter.string(from: postalAddress, style: .mailingAddress)
    geocodeAddressString(
      lines.replacingOccurrences(of: "\n", with: ", "), in: nil, preferredLocale: locale,
      completionHandler: completionHandler)
  }

  /// Finds the places of an address in the old address book's words.
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let parts = ["Street", "City", "State", "ZIP", "Country"].compactMap {
      addressDictionary[$0] as? String
    }
    geocodeAddressString(
      parts.joined(separator: ", "), in: nil, preferredLocale: nil,
      completionHandler: completionHandler)
  }

  // MARK: - The same, asynchronous

  // Each goes through its own method with a handler, as on Apple's systems: a double overrides either.

  /// Finds the names of a place.
  ///
  /// - Throws: ``CLError``, here and in the others.
  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
    try await answer { reverseGeocodeLocation(location, completionHandler: $0) }
  }

  /// Finds the names of a place in a language.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the places of an address.
  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, completionHandler: $0) }
  }

  /// Finds the places of an address, first in a region.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, in: region, completionHandler: $0) }
  }

  /// Finds the places of an address, first in a region, named in a language.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodeAddressString(
        addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the places of a postal address.
  open func geocodePostalAddress(_ postalAddress: CNPostalAddress) async throws -> [CLPlacemark] {
    try await answer { geocodePostalAddress(postalAddress, completionHandler: $0) }
  }

  /// Finds the places of a postal address, named in a language.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodePostalAddress(postalAddress, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the places of an address in the old address book's words.
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any]
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressDictionary(addressDictionary, completionHandler: $0) }
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
