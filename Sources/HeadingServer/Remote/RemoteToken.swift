import FoundationEssentials

/// The secret that a client of another machine proves to know.
struct RemoteToken: Sendable {
  /// Lengths of a token, bytes: a shorter one could be guessed, a longer one exceeds the line that
  /// carries it.
  static let lengths = 16...256

  private let bytes: [UInt8]

  /// Reads the content of a token's file: one line of printable ASCII; `nil` for anything else.
  init?(file content: [UInt8]) {
    var bytes = content[...]
    while let last = bytes.last, [0x0A, 0x0D, 0x20].contains(last) { bytes.removeLast() }
    guard Self.lengths.contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.bytes = Array(bytes)
  }

  /// Makes a token of 32 random bytes of the kernel, in hexadecimal digits.
  init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<32).flatMap { _ in
      let byte = generator.next() as UInt8
      return Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
    }
  }

  /// The token.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether a text is the token.
  ///
  /// The duration depends on the text's length only, not on where it differs.
  func matches(_ text: String) -> Bool {
    let other = Array(text.utf8)
    guard Self.lengths.contains(other.count) else { return false }
    var difference = bytes.count ^ other.count
    for index in other.indices {
      difference |= Int(bytes[index % bytes.count] ^ other[index])
    }
    return difference == 0
  }
}
