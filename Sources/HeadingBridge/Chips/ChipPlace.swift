/// Where a chip is: a bus, and on I²C an address.
package struct ChipPlace: Sendable, Hashable, CustomStringConvertible {
  /// The bus.
  package var bus: String

  /// The 7-bit address; `nil` on other buses than I²C.
  package var address: UInt8?

  /// `/dev/i2c-1@0x1c`.
  package var description: String {
    guard let address else { return bus }
    let digits = String(address, radix: 16)
    return bus + "@0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
