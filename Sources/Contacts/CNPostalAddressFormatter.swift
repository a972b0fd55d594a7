/// Writes postal addresses as they stand on an envelope.
///
/// One order for all countries: street, sub-locality, city with state and postal code, country. Empty
/// parts leave nothing behind.
open class CNPostalAddressFormatter: Formatter {
  /// How an address is written.
  public enum Style: Int, Sendable {
    /// On several lines.
    case mailingAddress
  }

  /// How addresses are written.
  open var style = Style.mailingAddress

  /// The address on several lines.
  open class func string(from postalAddress: CNPostalAddress, style: Style) -> String {
    let stateAndCode = [postalAddress.state, postalAddress.postalCode]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let city = [postalAddress.city, stateAndCode].filter { !$0.isEmpty }.joined(separator: ", ")
    return [postalAddress.street, postalAddress.subLocality, city, postalAddress.country]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The address on several lines.
  open func string(from postalAddress: CNPostalAddress) -> String {
    Self.string(from: postalAddress, style: style)
  }

  /// The address on several lines; `nil` for what is no address.
  open override func string(for obj: Any?) -> String? {
    (obj as? CNPostalAddress).map { string(from: $0) }
  }
}
