/// A key of the live screen.
enum Key: Sendable, Hashable {
  case letter(Character)
  case left, right, up, down
  /// Ctrl-C and Ctrl-D, if the terminal passes them on.
  case end
  case other

  /// Decodes bytes from a terminal; an arrow is a three-byte escape sequence (ECMA-48, DEC VT100).
  static func all(of bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 3, 4: keys.append(.end)
      case 0x1B:
        guard let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
          keys.append(.other)
          continue
        }
        rest.removeFirst()
        // Parameter bytes may precede the final byte of a sequence.
        while let next = rest.first, next < 0x40 { rest.removeFirst() }
        switch rest.popFirst() {
        case UInt8(ascii: "A"): keys.append(.up)
        case UInt8(ascii: "B"): keys.append(.down)
        case UInt8(ascii: "C"): keys.append(.right)
        case UInt8(ascii: "D"): keys.append(.left)
        default: keys.append(.other)
        }
      default: keys.append(.letter(Character(Unicode.Scalar(byte)).lowercased().first ?? " "))
      }
    }
    return keys
  }
}
