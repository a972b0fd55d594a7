/// Bytes in text.
enum Hexadecimal {
  /// The bytes as pairs of digits.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
