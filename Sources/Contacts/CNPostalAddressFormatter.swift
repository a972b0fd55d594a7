// swift-format-ignore: AlwaysUseLowerCamelCase
/// The attribute of a part of a formatted address: the part's key, such as ``CNPostalAddressCityKey``.
public let CNPostalAddressPropertyAttribute = "CNPostalAddressProperty"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The attribute of a part of a formatted address: the part's name in English, such as "City".
public let CNPostalAddressLocalizedPropertyNameAttribute = "CNPostalAddressLocalizedPropertyName"

/// Formats postal addresses as on an envelope.
///
/// Unlike Apple's formatter it uses one order for all countries: street, sub-locality, city with
/// state and postal code, country. Empty parts are omitted with their separators.
open class CNPostalAddressFormatter: Formatter {
  /// The format; `mailingAddress` by default.
  open var style = CNPostalAddressFormatterStyle.mailingAddress

  /// Returns the address, with lines separated by newlines.
  open class func string(
    from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle
  ) -> String {
    pieces(of: postalAddress).map(\.text).joined()
  }

  /// Returns the address, with lines separated by newlines.
  open func string(from postalAddress: CNPostalAddress) -> String {
    Self.string(from: postalAddress, style: style)
  }

  /// Returns the address, each part with its key and its name as attributes.
  ///
  /// The keys of the attributes are ``CNPostalAddressPropertyAttribute`` and
  /// ``CNPostalAddressLocalizedPropertyNameAttribute``.
  /// - Parameters:
  ///   - postalAddress: The address.
  ///   - style: The format.
  ///   - attributes: Attributes of the whole text, by `NSAttributedString.Key` or its raw value.
  /// - Returns: The text of ``string(from:style:)`` with attributes.
  open class func attributedString(
    from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle,
    withDefaultAttributes attributes: [AnyHashable: Any] = [:]
  ) -> NSAttributedString {
    var defaults: [NSAttributedString.Key: Any] = [:]
    for (key, value) in attributes {
      if let name = key.base as? NSAttributedString.Key {
        defaults[name] = value
      } else if let name = key.base as? String {
        defaults[NSAttributedString.Key(rawValue: name)] = value
      }
    }
    let whole = NSMutableAttributedString(string: "")
    for (text, key) in pieces(of: postalAddress) {
      var own = defaults
      if let key {
        own[NSAttributedString.Key(rawValue: CNPostalAddressPropertyAttribute)] = key
        own[NSAttributedString.Key(rawValue: CNPostalAddressLocalizedPropertyNameAttribute)] =
          CNPostalAddress.localizedString(forKey: key)
      }
      whole.append(NSAttributedString(string: text, attributes: own))
    }
    return whole
  }

  /// Returns the address, each part with its key and its name as attributes.
  /// - Parameters:
  ///   - postalAddress: The address.
  ///   - attributes: Attributes of the whole text, by `NSAttributedString.Key` or its raw value.
  /// - Returns: The text of ``string(from:)`` with attributes.
  open func attributedString(
    from postalAddress: CNPostalAddress, withDefaultAttributes attributes: [AnyHashable: Any] = [:]
  ) -> NSAttributedString {
    Self.attributedString(from: postalAddress, style: style, withDefaultAttributes: attributes)
  }

  /// Returns the address, with lines separated by newlines; `nil` for an object of another class.
  open override func string(for obj: Any?) -> String? {
    (obj as? CNPostalAddress).map { string(from: $0) }
  }

  /// The parts that are known, with their keys, and the separators between them, without.
  private class func pieces(of address: CNPostalAddress) -> [(text: String, key: String?)] {
    let state = (address.state, CNPostalAddressStateKey)
    let code = (address.postalCode, CNPostalAddressPostalCodeKey)
    let parts: [(separator: String, part: (text: String, key: String))] = [
      ("", (address.street, CNPostalAddressStreetKey)),
      ("\n", (address.subLocality, CNPostalAddressSubLocalityKey)),
      ("\n", (address.city, CNPostalAddressCityKey)),
      (address.city.isEmpty ? "\n" : ", ", state),
      (!address.state.isEmpty ? " " : address.city.isEmpty ? "\n" : ", ", code),
      ("\n", (address.country, CNPostalAddressCountryKey)),
    ]
    var pieces: [(text: String, key: String?)] = []
    for (separator, part) in parts where !part.text.isEmpty {
      if !pieces.isEmpty { pieces.append((separator, nil)) }
      pieces.append((part.text, part.key))
    }
    return pieces
  }
}
