/// A token of a coordinate: number, unit mark, sign or hemisphere letter.
enum CoordinateToken: Equatable {
  case number(Double, hasFraction: Bool)

  /// Unit mark: 0 degrees, 1 minutes, 2 seconds.
  case mark(Int)
  case minus
  case plus
  case comma

  /// N or S.
  case northSouth(isPositive: Bool)

  /// E or W.
  case eastWest(isPositive: Bool)

  /// Tokenizes a text.
  static func all(_ text: some StringProtocol) throws(CoordinateTextError) -> [CoordinateToken] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [CoordinateToken] = []
    var index = 0
    var isInLetters = false
    while index < scalars.count {
      let scalar = scalars[index]
      switch scalar {
      case "0"..."9", ".":
        var digits = ""
        while index < scalars.count, "0"..."9" ~= scalars[index] || scalars[index] == "." {
          digits.unicodeScalars.append(scalars[index])
          index += 1
        }
        guard digits.utf8.count <= 40, let value = Double(digits) else { throw .numbers }
        tokens.append(.number(value, hasFraction: digits.utf8.contains(0x2E)))
        continue
      case "-", "\u{2212}": tokens.append(.minus)
      case "+": tokens.append(.plus)
      case ",", ";": tokens.append(.comma)
      case "N", "n": tokens.append(.northSouth(isPositive: true))
      // `s` marks seconds only after minutes marked by a letter: 37°33'58S is south.
      case "s" where isInLetters && tokens.last?.isNumber ?? false:
        tokens.append(.mark(2))
        isInLetters = false
      case "S", "s": tokens.append(.northSouth(isPositive: false))
      case "E", "e": tokens.append(.eastWest(isPositive: true))
      case "W", "w": tokens.append(.eastWest(isPositive: false))
      case "°", "º", "˚", "d", "D": tokens.append(.mark(0))
      case "m", "M":
        tokens.append(.mark(1))
        isInLetters = true
      case "'", "′", "’", "‘", "´":
        // Two consecutive single marks are a typed substitute for the double mark.
        if tokens.last == .mark(1) {
          tokens[tokens.count - 1] = .mark(2)
        } else {
          tokens.append(.mark(1))
        }
      case "\"", "″", "”", "“": tokens.append(.mark(2))
      case " ", "\t", "\u{A0}", ":", "\n", "\r": break
      default: throw .unexpected(position: index + 1)
      }
      index += 1
    }
    return tokens
  }
}
