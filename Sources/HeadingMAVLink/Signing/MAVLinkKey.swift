/// The secret that the ends of a signed link share, 32 bytes; no description or dump shows it.
package struct MAVLinkKey: Sendable, Hashable {
  /// Length of a key.
  package static let length = 32

  /// The bytes.
  let bytes: [UInt8]

  /// Takes 32 bytes; `nil` for another number.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// Reads the text of a key file.
  ///
  /// 64 hexadecimal digits are the key; any other text is a passphrase, whose SHA-256 is the key, as
  /// in Mission Planner and MAVProxy. Space at both ends is no part of it.
  ///
  /// - Returns: `nil` for a text without content.
  package init?(text: String) {
    let text = text.drop { $0.isWhitespace }
    let end = text.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    let characters = Array(text[...end].utf8)
    let digits = characters.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    if characters.count == 2 * Self.length, digits.count == characters.count {
      bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
      }
    } else {
      bytes = SHA256.hash(characters)
    }
  }

  /// The signature's last part: the first six bytes of the hash of key and frame.
  ///
  /// - Parameter frame: The frame from its first byte to the signature's time.
  /// - Returns: Six bytes.
  func tag(_ frame: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    hash.update(frame)
    return Array(hash.finish().prefix(6))
  }
}

extension MAVLinkKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a secret key" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
