/// A mutable postal address.
open class CNMutablePostalAddress: CNPostalAddress {
  /// Street and house number; lines are separated by newlines.
  open override var street: String {
    get { parts.street }
    set { parts.street = newValue }
  }

  /// The district of the city.
  open override var subLocality: String {
    get { parts.subLocality }
    set { parts.subLocality = newValue }
  }

  /// The city.
  open override var city: String {
    get { parts.city }
    set { parts.city = newValue }
  }

  /// The subdivision of the state, such as a county.
  open override var subAdministrativeArea: String {
    get { parts.subAdministrativeArea }
    set { parts.subAdministrativeArea = newValue }
  }

  /// The state or province.
  open override var state: String {
    get { parts.state }
    set { parts.state = newValue }
  }

  /// The postal code.
  open override var postalCode: String {
    get { parts.postalCode }
    set { parts.postalCode = newValue }
  }

  /// The country's name.
  open override var country: String {
    get { parts.country }
    set { parts.country = newValue }
  }

  /// The country's ISO 3166-1 alpha-2 code.
  open override var isoCountryCode: String {
    get { parts.isoCountryCode }
    set { parts.isoCountryCode = newValue }
  }
}
