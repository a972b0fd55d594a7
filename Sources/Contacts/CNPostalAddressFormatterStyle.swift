/// The format of a postal address.
public enum CNPostalAddressFormatterStyle: Int, Sendable {
  /// Several lines, as on an envelope.
  case mailingAddress
}
