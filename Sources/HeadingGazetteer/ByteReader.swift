/// Reads the numbers of a block or a border; reading past the end gives `nil`.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// Reads a non-negative number, seven bits a byte, the least significant first.
  mutating func number() -> Int? {
    var value = 0
    var shift = 0
    while position < bytes.count && shift < 56 {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Reads a number with its sign in the lowest bit.
  mutating func signedNumber() -> Int? {
    number().map { $0 & 1 == 0 ? $0 >> 1 : -((($0 - 1) >> 1) + 1) }
  }
}
