extension Double {
  /// Powers of ten that a Double holds exactly.
  private static let exactPowersOfTen: InlineArray<23, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads a decimal number from ASCII bytes; `nil` if they are anything else.
  ///
  /// Most values of a recording are short decimals, for which the general parser is ten times
  /// slower: with at most 15 digits and a power of ten up to 22, one multiplication or division of
  /// two exact numbers is correctly rounded (Clinger, "How to read floating point numbers
  /// accurately", 1990). `nan` is also common; all other texts (`1e-30`, `inf`, long fractions) go
  /// to the standard library.
  init?(decimal text: borrowing Span<UInt8>) {
    var index = 0
    let count = text.count
    var negative = false
    if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      negative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var seenPoint = false
    while index < count {
      let byte = text[index]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        digits += 1
        if seenPoint { fraction += 1 }
        if digits > 15 { break }
      } else if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        break
      }
      index += 1
    }
    if index == count, digits > 0 {
      let value = Double(mantissa) / Self.exactPowersOfTen[fraction]
      self = negative ? -value : value
      return
    }
    if count == 3, Self.isNaN(text) {
      self = .nan
      return
    }
    var characters = String()
    for position in 0..<count {
      characters.unicodeScalars.append(Unicode.Scalar(text[position]))
    }
    guard let value = Double(characters) else { return nil }
    self = value
  }

  /// Whether three bytes are `nan`, in letters of either case.
  private static func isNaN(_ text: borrowing Span<UInt8>) -> Bool {
    let (n, a) = (UInt8(ascii: "n"), UInt8(ascii: "a"))
    return text[0] | 0x20 == n && text[1] | 0x20 == a && text[2] | 0x20 == n
  }
}
