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
}
