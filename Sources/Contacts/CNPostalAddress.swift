// swift-format-ignore: AlwaysUseLowerCamelCase
/// The keys of a postal address's parts.
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

/// A postal address; a part that is not known is empty.
///
/// ``CNMutablePostalAddress`` is the one that can be changed.
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

  /// Makes an empty address.
  public override init() {
    parts = Parts()
    super.init()
  }

  init(_ parts: Parts) {
    self.parts = parts
    super.init()
  }

  /// Street and number; lines are parted by line ends.
  open var street: String { parts.street }

  /// A part of the city.
  open var subLocality: String { parts.subLocality }

  /// The city.
  open var city: String { parts.city }

  /// A part of the state.
  open var subAdministrativeArea: String { parts.subAdministrativeArea }

  /// The state or province.
  open var state: String { parts.state }

  /// The postal code.
  open var postalCode: String { parts.postalCode }

  /// The country's name.
  open var country: String { parts.country }

  /// The country's two letters, ISO 3166-1.
  open var isoCountryCode: String { parts.isoCountryCode }

  /// Whether the other has the same parts.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CNPostalAddress)?.parts == parts
  }

  /// Equal addresses have the same.
  open override var hash: Int { parts.hashValue }

  /// An address with the same parts.
  open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts) }

  /// An address with the same parts that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts) }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every part.
  open func encode(with coder: NSCoder) {
    for (key, path) in Parts.keys { coder.encode(parts[keyPath: path] as NSString, forKey: key) }
  }

  /// Reads what ``encode(with:)`` wrote.
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
