/// A register that keeps what a driver wrote into it.
package struct RegisterSetting: Sendable, Hashable {
  /// The register's address.
  package var register: UInt8
  /// The value that was written.
  package var value: UInt8
  /// The bits that keep it.
  package var mask: UInt8
  /// The bank or page that must be selected; 0 is always.
  package var bank: UInt8

  /// Creates a setting.
  package init(_ register: UInt8, _ value: UInt8, mask: UInt8 = 0xFF, bank: UInt8 = 0) {
    self.register = register
    self.value = value
    self.mask = mask
    self.bank = bank
  }
}
