/// A postal address that can be changed.
open class CNMutablePostalAddress: CNPostalAddress {
  /// Street and number; lines are parted by line ends.
  open override var street: String {
    get { parts.street }
    set { parts.street = newValue }
  }

  /// A part of the city.
  open override var subLocality: String {
    get { parts.subLocality }
    set { parts.subLocality = newValue }
  }

  /// The city.
  open override var city: String {
    get { parts.city }
    set { parts.city = newValue }
  }

  /// A part of the state.
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

  /// The country's two letters, ISO 3166-1.
  open override var isoCountryCode: String {
    get { parts.isoCountryCode }
    set { parts.isoCountryCode = newValue }
  }
}
