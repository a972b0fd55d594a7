/// The NAME of a node (ISO 11783-5): who it is, and who keeps an address that two nodes claim.
package struct NMEA2000Name: Sendable, Hashable {
  /// The number; the lower one keeps an address.
  package let value: UInt64

  /// Of makers without a number of their own.
  private static let manufacturer: UInt64 = 2046
  /// Ownship attitude, a device of the class navigation, in the industry group marine.
  private static let function: UInt64 = 140
  private static let deviceClass: UInt64 = 60
  private static let industry: UInt64 = 4

  /// Creates the NAME of this program.
  ///
  /// - Parameters:
  ///   - unique: 21 bits that no other device of the network has.
  ///   - instance: Number of the device among those of its kind, 0 to 252.
  package init(unique: UInt32, instance: UInt8) {
    var value = UInt64(unique & 0x1F_FFFF) | Self.manufacturer << 21
    value |= UInt64(instance) << 32 | Self.function << 40
    // Bit 63: the address can be changed.
    value |= Self.deviceClass << 49 | Self.industry << 60 | 1 << 63
    self.value = value
  }

  /// Reads the NAME of a claim.
  package init?(_ data: [UInt8]) {
    guard data.count == 8 else { return nil }
    value = data.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Eight bytes.
  package var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// 21 bits of a text, such as a machine's identifier: FNV-1a.
  package static func unique(of text: String) -> UInt32 {
    text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } & 0x1F_FFFF
  }
}
