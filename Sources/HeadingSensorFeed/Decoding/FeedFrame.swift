/// The envelope of a binary message: consistent-overhead byte stuffing, and a checksum.
///
/// COBS is that of Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
/// Networking 7 (2), 1999; the checksum is CRC-16/IBM-3740 (polynomial 0x1021, initial value 0xFFFF,
/// no reflection; check value of "123456789": 0x29B1), little-endian after the content.
package enum FeedFrame {
  /// The content of a frame.
  ///
  /// - Parameter frame: The stuffed bytes, without the zero that ends them.
  /// - Returns: The content without its checksum; `nil` if stuffing or checksum are wrong.
  package static func content(of frame: [UInt8]) -> ArraySlice<UInt8>? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frame.count)
    var index = 0
    while index < frame.count {
      let code = Int(frame[index])
      guard code > 0, index + code <= frame.count else { return nil }
      bytes.append(contentsOf: frame[(index + 1)..<(index + code)])
      index += code
      if code < 255, index < frame.count { bytes.append(0) }
    }
    guard bytes.count > 2 else { return nil }
    let content = bytes.dropLast(2)
    let sum = UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8
    return checksum(content) == sum ? content : nil
  }

  /// The checksum of a content.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt16 = 0xFFFF
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    return sum
  }
}
