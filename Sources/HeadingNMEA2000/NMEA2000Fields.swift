/// The fields of a message: little-endian integers, of which the largest means not available.
package struct NMEA2000Fields {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates a message without fields.
  package init() {}

  /// Adds an unsigned number of a resolution; values that cannot be represented are not available.
  package mutating func unsigned(_ value: Double?, _ resolution: Double, bits: Int) {
    let limit = bits == 64 ? UInt64.max : (UInt64(1) << UInt64(bits)) - 1
    // The two values below the largest mean an error and reserved.
    let number = value.flatMap { UInt64(exactly: ($0 / resolution).rounded()) }
    append(number.map { $0 <= limit - 3 ? $0 : limit } ?? limit, bits)
  }

  /// Adds a signed number of a resolution; values that cannot be represented are not available.
  package mutating func signed(_ value: Double?, _ resolution: Double, bits: Int) {
    let limit = Int64.max >> Int64(64 - bits)
    let number = value.flatMap { Int64(exactly: ($0 / resolution).rounded()) }
    let isThere = number.map { $0 <= limit - 3 && $0 >= -limit } ?? false
    append(UInt64(bitPattern: isThere ? number ?? limit : limit), bits)
  }

  /// Adds an integer.
  package mutating func integer(_ value: UInt64, bits: Int) { append(value, bits) }

  /// Adds bits without a meaning: ones.
  package mutating func reserved(bits: Int) { append(.max, bits) }

  /// Adds text of a fixed length, padded.
  package mutating func text(_ text: String, length: Int) {
    let ascii = text.utf8.filter { (0x20...0x7E).contains($0) }.prefix(length)
    bytes += ascii + repeatElement(0xFF, count: length - ascii.count)
  }

  private mutating func append(_ value: UInt64, _ bits: Int) {
    for byte in 0..<(bits / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)))
    }
  }
}
