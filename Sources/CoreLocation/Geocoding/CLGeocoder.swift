public import Contacts

/// A handler of a geocoder's result: placemarks, best first, or a ``CLError``.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Converts between coordinates and place names, one request at a time.
///
/// The handler is called once per request, on the main queue. A request during another one fails
/// with ``CLError/Code/geocodeCanceled``.
///
/// Answers come from a server of Nominatim's interface if `geocoder.url` of
/// `/etc/headingd/headingd.yaml` (or `HEADINGD_GEOCODER_URL`) is its address, otherwise from the
/// gazetteer of headingd, which knows cities, states and countries. It knows no streets: an address
/// with one fails with ``CLError/Code/geocodeFoundPartialResult`` if its city is known. Without
/// both, every request fails with ``CLError/Code/network``.
open class CLGeocoder: NSObject {
  private let requests: GeocodingRequests

  /// Creates a geocoder.
  public override init() {
    requests = GeocodingRequests(backend: ChosenGeocoding())
    super.init()
  }

  init(backend: any GeocodingBackend) {
    requests = GeocodingRequests(backend: backend)
    super.init()
  }

  /// Whether a request is in progress.
  open var isGeocoding: Bool { requests.isBusy }

  /// Cancels the request in progress, which fails with ``CLError/Code/geocodeCanceled``.
  open func cancelGeocode() { requests.cancel() }

  /// Finds the placemarks at a location, named in the user's language.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - completionHandler: Receives the placemarks, best first, or the error.
  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    reverseGeocodeLocation(location, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the placemarks at a location, named in the language of a locale; `nil` for the user's.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    requests.begin(completionHandler) {
      try await $0.placemarks(at: location, locale: locale)
    }
  }

  /// Finds the placemarks of an address.
  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodeAddressString(
      addressString, in: nil, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the placemarks of an address, preferably in a circular region.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodeAddressString(
      addressString, in: region, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the placemarks of an address, preferably in a circular region, in a locale's language.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let circle = (region as? CLCircularRegion).map { ($0.center, $0.radius) }
      .flatMap { CLLocationCoordinate2DIsValid($0.0) && $0.1 >= 0 ? $0 : nil }
    let isEmpty = addressString.allSatisfy(\.isWhitespace)
    requests.begin(completionHandler) {
      if isEmpty { throw CLError(.geocodeFoundNoResult) }
      return try await $0.placemarks(named: addressString, near: circle, locale: locale)
    }
  }

  /// Finds the placemarks of a postal address.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    geocodePostalAddress(
      postalAddress, preferredLocale: nil, completionHandler: completionHandler)
  }

  /// Finds the placemarks of a postal address, named in a locale's language.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    var address = PlacemarkValues()
    address.take(postalAddress)
    let values = address
    let isEmpty = values.postalAddress == nil
    requests.begin(completionHandler) {
      if isEmpty { throw CLError(.geocodeFoundNoResult) }
      return try await $0.placemarks(of: values, locale: locale)
    }
  }

  /// Finds the placemarks of an address with Address Book keys (`Street`, `City`, `State`, `ZIP`,
  /// `Country`).
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

  // MARK: - Asynchronous forms

  // Each calls its form with a handler, as in Apple's framework, so that a test double may override
  // either.

  /// Finds the placemarks at a location, named in the user's language.
  ///
  /// - Throws: ``CLError``, as all asynchronous forms.
  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
    try await answer { reverseGeocodeLocation(location, completionHandler: $0) }
  }

  /// Finds the placemarks at a location, named in the language of a locale; `nil` for the user's.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the placemarks of an address.
  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, completionHandler: $0) }
  }

  /// Finds the placemarks of an address, preferably in a circular region.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, in: region, completionHandler: $0) }
  }

  /// Finds the placemarks of an address, preferably in a circular region, in a locale's language.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodeAddressString(
        addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the placemarks of a postal address.
  open func geocodePostalAddress(_ postalAddress: CNPostalAddress) async throws -> [CLPlacemark] {
    try await answer { geocodePostalAddress(postalAddress, completionHandler: $0) }
  }

  /// Finds the placemarks of a postal address, named in a locale's language.
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodePostalAddress(postalAddress, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the placemarks of an address with Address Book keys (`Street`, `City`, `State`, `ZIP`,
  /// `Country`).
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
