package import HeadingChips

/// A chip that the user names: `NAME` or `NAME@ADDRESS`.
package struct ChipRequest: Sendable, Hashable {
  /// Name of the model, as in the catalogue.
  package let name: String

  /// The 7-bit address; `nil` for any of the model's.
  package let address: UInt8?

  /// Parses the text of the option `--chip`, among these drivers; `nil` if no driver has the name or
  /// the address is not between 0x08 and 0x77.
  package init?(_ text: String, drivers: [any ChipDriver.Type] = ChipCatalogue.drivers) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first?.lowercased(),
      let driver = drivers.first(where: { $0.model.name.lowercased() == name })
    else { return nil }
    self.name = driver.model.name
    guard parts.count == 2 else {
      address = nil
      return
    }
    let digits = parts[1].lowercased()
    let value = digits.hasPrefix("0x") ? UInt8(digits.dropFirst(2), radix: 16) : UInt8(digits)
    guard let value, (0x08...0x77).contains(value) else { return nil }
    address = value
  }
}
