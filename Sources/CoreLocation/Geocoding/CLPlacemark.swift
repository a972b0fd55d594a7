public import Contacts
import HeadingGeodesy

/// A location with the names of its place.
///
/// A value that is not known is `nil`. Immutable, which makes it safe to share.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: PlacemarkValues

  /// Creates an empty placemark.
  public override init() {
    values = PlacemarkValues()
    super.init()
  }

  init(_ values: PlacemarkValues) {
    self.values = values
    super.init()
  }

  /// Creates a placemark with the values of another.
  public init(placemark: CLPlacemark) {
    values = placemark.values
    super.init()
  }

  /// Creates a placemark from a location, its name and its postal address.
  public init(location: CLLocation, name: String?, postalAddress: CNPostalAddress?) {
    var values = PlacemarkValues()
    values.location = location
    values.name = name
    if let postalAddress { values.take(postalAddress) }
    self.values = values
    super.init()
  }

  /// The location.
  open var location: CLLocation? { values.location }

  /// A circular region around the location; `nil` if the size of the place is unknown.
  open var region: CLRegion? {
    guard let radius = values.radius, let location = values.location else { return nil }
    return CLCircularRegion(
      center: location.coordinate, radius: radius, identifier: values.name ?? "")
  }

  /// The time zone.
  open var timeZone: TimeZone? { values.timeZone }

  /// The name of the place.
  open var name: String? { values.name }

  /// The street.
  open var thoroughfare: String? { values.thoroughfare }

  /// The house number.
  open var subThoroughfare: String? { values.subThoroughfare }

  /// The city.
  open var locality: String? { values.locality }

  /// The district of the city.
  open var subLocality: String? { values.subLocality }

  /// The state or province.
  open var administrativeArea: String? { values.administrativeArea }

  /// The subdivision of the state, such as a county.
  open var subAdministrativeArea: String? { values.subAdministrativeArea }

  /// The postal code.
  open var postalCode: String? { values.postalCode }

  /// The country's ISO 3166-1 alpha-2 code.
  open var isoCountryCode: String? { values.isoCountryCode }

  /// The country's name.
  open var country: String? { values.country }

  /// The name of the inland water.
  open var inlandWater: String? { values.inlandWater }

  /// The name of the ocean.
  open var ocean: String? { values.ocean }

  /// Points of interest nearby.
  open var areasOfInterest: [String]? { values.areasOfInterest }

  /// The postal address; `nil` if all its parts are unknown.
  open var postalAddress: CNPostalAddress? { values.postalAddress }

  /// The address by the keys of Address Book; `nil` if all its parts are unknown.
  open var addressDictionary: [AnyHashable: Any]? { values.addressDictionary }

  /// Name, address, location and region on one line; without those that are not known.
  open override var description: String {
    var line = values.title
    if let location {
      line += " @ " + location.coordinate.text
      line += String(format: " +/- %.2fm", location.horizontalAccuracy)
    }
    if let region { line += ", region \(region)" }
    return line
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Decodes a placemark; values missing in the archive are `nil`.
  public required init?(coder: NSCoder) {
    values = PlacemarkValues(coder: coder)
    super.init()
  }
}
