/// A key of the live screen.
enum Key: Sendable, Hashable {
  case letter(Character)
  case left, right, up, down
  /// Ctrl-C and Ctrl-D, where the terminal hands them on.
  case end
  case other

  /// The keys that bytes from a terminal are; an arrow is an escape sequence of three (ECMA-48, DEC VT100).
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
        // Parameters may stand before what ends a sequence.
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
