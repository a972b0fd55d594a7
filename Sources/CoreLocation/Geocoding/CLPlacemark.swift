public import Contacts
import HeadingGeodesy

/// A place with its names.
///
/// Nothing in it ever changes, which makes it safe to share.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: PlacemarkValues

  /// Makes a placemark of which nothing is known.
  public override init() {
    values = PlacemarkValues()
    super.init()
  }

  init(_ values: PlacemarkValues) {
    self.values = values
    super.init()
  }

  /// Makes a placemark with the values of another.
  public init(placemark: CLPlacemark) {
    values = placemark.values
    super.init()
  }

  /// Makes a placemark of a place, its name and its postal address.
  public init(location: CLLocation, name: String?, postalAddress: CNPostalAddress?) {
    var values = PlacemarkValues()
    values.location = location
    values.name = name
    if let postalAddress { values.take(postalAddress) }
    self.values = values
    super.init()
  }

  /// Where it is.
  open var location: CLLocation? { values.location }

  /// A region around it; `nil` if its size is not known.
  open var region: CLRegion? {
    guard let radius = values.radius, let location = values.location else { return nil }
    return CLCircularRegion(
      center: location.coordinate, radius: radius, identifier: values.name ?? "")
  }

  /// The time zone there.
  open var timeZone: TimeZone? { values.timeZone }

  /// The place's own name.
  open var name: String? { values.name }

  /// The street.
  open var thoroughfare: String? { values.thoroughfare }

  /// The number in the street.
  open var subThoroughfare: String? { values.subThoroughfare }

  /// The city.
  open var locality: String? { values.locality }

  /// A part of the city.
  open var subLocality: String? { values.subLocality }

  /// The state or province.
  open var administrativeArea: String? { values.administrativeArea }

  /// A part of the state.
  open var subAdministrativeArea: String? { values.subAdministrativeArea }

  /// The postal code.
  open var postalCode: String? { values.postalCode }

  /// The country's two letters, ISO 3166-1.
  open var isoCountryCode: String? { values.isoCountryCode }

  /// The country's name.
  open var country: String? { values.country }

  /// The lake or river it lies on.
  open var inlandWater: String? { values.inlandWater }

  /// The ocean it lies on.
  open var ocean: String? { values.ocean }

  /// Sights nearby.
  open var areasOfInterest: [String]? { values.areasOfInterest }

  /// The parts that a postal address has; `nil` if none of them is known.
  open var postalAddress: CNPostalAddress? { values.postalAddress }

  /// The parts by the names the old address book had; `nil` if none of them is known.
  open var addressDictionary: [AnyHashable: Any]? { values.addressDictionary }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    values = PlacemarkValues(coder: coder)
    super.init()
  }
}
