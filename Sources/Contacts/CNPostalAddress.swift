// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/street``.
public let CNPostalAddressStreetKey = "street"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/subLocality``.
public let CNPostalAddressSubLocalityKey = "subLocality"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/city``.
public let CNPostalAddressCityKey = "city"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/subAdministrativeArea``.
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/state``.
public let CNPostalAddressStateKey = "state"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/postalCode``.
public let CNPostalAddressPostalCodeKey = "postalCode"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/country``.
public let CNPostalAddressCountryKey = "country"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``CNPostalAddress/isoCountryCode``.
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

/// A postal address; an unknown part is empty.
///
/// Immutable, except for its subclass ``CNMutablePostalAddress``.
open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  struct Parts: Hashable {
    var street = ""
    var subLocality = ""
    var city = ""
    var subAdministrativeArea = ""
    var state = ""
    var postalCode = ""
    var country = ""
    var isoCountryCode = ""

    static let keys: [(String, any WritableKeyPath<Parts, String> & Sendable)] = [
      (CNPostalAddressStreetKey, \.street), (CNPostalAddressSubLocalityKey, \.subLocality),
      (CNPostalAddressCityKey, \.city),
      (CNPostalAddressSubAdministrativeAreaKey, \.subAdministrativeArea),
      (CNPostalAddressStateKey, \.state), (CNPostalAddressPostalCodeKey, \.postalCode),
      (CNPostalAddressCountryKey, \.country),
      (CNPostalAddressISOCountryCodeKey, \.isoCountryCode),
    ]
  }

  var parts: Parts

  /// Creates an empty address.
  public override init() {
    parts = Parts()
    super.init()
  }

  init(_ parts: Parts) {
    self.parts = parts
    super.init()
  }

  /// Street and house number; lines are separated by newlines.
  open var street: String { parts.street }

  /// The district of the city.
  open var subLocality: String { parts.subLocality }

  /// The city.
  open var city: String { parts.city }

  /// The subdivision of the state, such as a county.
  open var subAdministrativeArea: String { parts.subAdministrativeArea }

  /// The state or province.
  open var state: String { parts.state }

  /// The postal code.
  open var postalCode: String { parts.postalCode }

  /// The country's name.
  open var country: String { parts.country }

  /// The country's ISO 3166-1 alpha-2 code.
  open var isoCountryCode: String { parts.isoCountryCode }

  /// Returns whether an object is an address with equal parts.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CNPostalAddress)?.parts == parts
  }

  /// A hash of the parts; equal addresses have equal hashes.
  open override var hash: Int { parts.hashValue }

  /// Returns the name of a part in English, such as "City"; the key itself if it is none of the keys.
  /// - Parameter key: One of the keys, such as ``CNPostalAddressCityKey``.
  /// - Returns: The name.
  open class func localizedString(forKey key: String) -> String {
    switch key {
    case CNPostalAddressStreetKey: "Street"
    case CNPostalAddressSubLocalityKey: "Sublocality"
    case CNPostalAddressCityKey: "City"
    case CNPostalAddressSubAdministrativeAreaKey: "County"
    case CNPostalAddressStateKey: "State"
    case CNPostalAddressPostalCodeKey: "Postal Code"
    case CNPostalAddressCountryKey: "Country"
    case CNPostalAddressISOCountryCodeKey: "Country Code"
    default: key
    }
  }

  /// All parts on one line.
  open override var description: String {
    let names = [
      ("street", street), ("subLocality", subLocality), ("city", city),
      ("subAdministrativeArea", subAdministrativeArea), ("state", state),
      ("postalCode", postalCode), ("country", country), ("countryCode", isoCountryCode),
    ]
    return "CNPostalAddress (" + names.map { "\($0)='\($1)'" }.joined(separator: ", ") + ")"
  }

  /// Returns an immutable address with equal parts.
  open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts) }

  /// Returns a mutable address with equal parts.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts) }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all parts.
  open func encode(with coder: NSCoder) {
    for (key, path) in Parts.keys { coder.encode(parts[keyPath: path] as NSString, forKey: key) }
  }

  /// Decodes an address; parts missing in the archive are empty.
  public required init?(coder: NSCoder) {
    parts = Parts()
    for (key, path) in Parts.keys {
      if let text = coder.decodeObject(of: NSString.self, forKey: key) {
        parts[keyPath: path] = text as String
      }
    }
    super.init()
  }
}
