/// Formats postal addresses as on an envelope.
///
/// Unlike Apple's formatter it uses one order for all countries: street, sub-locality, city with
/// state and postal code, country. Empty parts are omitted with their separators.
open class CNPostalAddressFormatter: Formatter {
  /// The format of an address.
  public enum Style: Int, Sendable {
    /// Several lines, as on an envelope.
    case mailingAddress
  }

  /// The format; `mailingAddress` by default.
  open var style = Style.mailingAddress

  /// Returns the address, with lines separated by newlines.
  open class func string(from postalAddress: CNPostalAddress, style: Style) -> String {
    let stateAndCode = [postalAddress.state, postalAddress.postalCode]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let city = [postalAddress.city, stateAndCode].filter { !$0.isEmpty }.joined(separator: ", ")
    return [postalAddress.street, postalAddress.subLocality, city, postalAddress.country]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the address, with lines separated by newlines.
  open func string(from postalAddress: CNPostalAddress) -> String {
    Self.string(from: postalAddress, style: style)
  }

  /// Returns the address, with lines separated by newlines; `nil` for an object of another class.
  open override func string(for obj: Any?) -> String? {
    (obj as? CNPostalAddress).map { string(from: $0) }
  }
}
