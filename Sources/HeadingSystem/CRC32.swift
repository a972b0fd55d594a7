/// CRC-32 of zlib, gzip, PNG and MCAP: reversed polynomial 0xEDB88320.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }

  /// Returns the checksum of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var rest: UInt32 = 0xFFFF_FFFF
    for byte in bytes { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] }
    return ~rest
  }
}
