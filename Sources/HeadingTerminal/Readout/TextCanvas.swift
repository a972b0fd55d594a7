import HeadingProtocol

/// A rectangle of characters with colours that is converted to lines.
struct TextCanvas {
  /// A colour or weight; the raw value is the SGR parameter (ECMA-48).
  enum Ink: UInt8 {
    case plain = 0
    case bold = 1
    case dim = 2
    case red = 31
    case yellow = 33
    case cyan = 36
  }

  let width: Int
  let height: Int
  private var characters: [Character]
  private var inks: [Ink]

  init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    characters = Array(repeating: " ", count: self.width * self.height)
    inks = Array(repeating: .plain, count: self.width * self.height)
  }

  /// Writes text, clipped to the rectangle.
  ///
  /// Text can come from outside (a daemon, a driver). Control characters could move the cursor or
  /// change the terminal, so they are replaced by question marks.
  mutating func write(_ text: String, column: Int, row: Int, ink: Ink = .plain) {
    guard row >= 0, row < height else { return }
    var position = column
    for character in text {
      if position >= width { return }
      if position >= 0 {
        characters[row * width + position] = Self.isControl(character) ? "?" : character
        inks[row * width + position] = ink
      }
      position += 1
    }
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { PlainText.isTerminalControl($0) }
  }

  /// Returns the lines without trailing blanks, optionally with escape sequences for colours.
  func lines(usesColor: Bool) -> [String] {
    (0..<height).map { row in
      var end = width
      while end > 0, characters[row * width + end - 1] == " " { end -= 1 }
      var line = ""
      var ink = Ink.plain
      for column in 0..<end {
        let next = inks[row * width + column]
        if usesColor, next != ink {
          line += next == .plain ? "\u{1B}[0m" : "\u{1B}[0;\(next.rawValue)m"
          ink = next
        }
        line.append(characters[row * width + column])
      }
      if usesColor, ink != .plain { line += "\u{1B}[0m" }
      return line
    }
  }
}
