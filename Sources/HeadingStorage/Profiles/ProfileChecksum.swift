package import FoundationEssentials
import HeadingSystem

/// Checksum of a profile's file: CRC-32 of its bytes, with its own eight digits as zeros.
package enum ProfileChecksum {
  /// Placeholder of the checksum.
  package static let placeholder = "00000000"

  /// The checksum of a file's content, eight hexadecimal digits.
  package static func of(_ content: Data) -> String {
    var bytes = [UInt8](content)
    if let digits = digits(in: bytes) {
      for index in digits { bytes[index] = UInt8(ascii: "0") }
    }
    let text = String(CRC32.of(bytes), radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  /// The content with the placeholder replaced by its checksum.
  package static func sealed(_ content: Data) -> Data {
    var bytes = [UInt8](content)
    if let digits = digits(in: bytes) {
      for (index, digit) in zip(digits, of(content).utf8) { bytes[index] = digit }
    }
    return Data(bytes)
  }

  /// Range of the eight digits after the key `"checksum"`.
  private static func digits(in bytes: [UInt8]) -> Range<Int>? {
    let key = Array("\"checksum\"".utf8)
    guard bytes.count > key.count + 10,
      let start = (0..<bytes.count - key.count).first(where: { start in
        key.indices.allSatisfy { bytes[start + $0] == key[$0] }
      }),
      let quote = bytes[(start + key.count)...].firstIndex(of: UInt8(ascii: "\"")),
      quote + 9 < bytes.count, bytes[quote + 9] == UInt8(ascii: "\"")
    else { return nil }
    return quote + 1..<quote + 9
  }
}
