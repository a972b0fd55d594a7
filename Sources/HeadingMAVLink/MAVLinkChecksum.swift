/// CRC-16/MCRF4XX, the checksum of MAVLink: reflected polynomial 0x1021, initial value 0xFFFF.
struct MAVLinkChecksum {
  /// The checksum of the bytes so far.
  private(set) var value: UInt16 = 0xFFFF

  /// Adds a byte.
  mutating func add(_ byte: UInt8) {
    var mixed = byte ^ UInt8(truncatingIfNeeded: value)
    mixed ^= mixed << 4
    let wide = UInt16(mixed)
    value = (value >> 8) ^ (wide << 8) ^ (wide << 3) ^ (wide >> 4)
  }

  /// Adds bytes in order.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }
}
