/// Large digits, three columns wide and five rows high.
enum BlockDigits {
  /// Width of a digit with the gap after it, columns.
  static let advance = 4

  /// Height of a digit, rows.
  static let height = 5

  private static let rows: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"],
    "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"],
    "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"],
    "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"],
    "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"],
    "9": ["###", "# #", "###", "  #", "###"],
    "-": ["   ", "   ", "###", "   ", "   "],
  ]

  /// Draws digits with the given upper left corner, enlarged by `scale`.
  static func draw(
    _ text: String, on canvas: inout TextCanvas, column: Int, row: Int, scale: Int = 1,
    style: TerminalStyle, ink: TextCanvas.Ink
  ) {
    for (index, character) in text.enumerated() {
      guard let shape = rows[character] else { continue }
      for (line, pixels) in shape.enumerated() {
        for (offset, pixel) in pixels.enumerated() where pixel == "#" {
          let dot = String(repeating: style.usesUnicode ? "█" : "#", count: scale)
          for part in 0..<scale {
            canvas.write(
              dot, column: column + (index * advance + offset) * scale,
              row: row + line * scale + part, ink: ink)
          }
        }
      }
    }
  }
}
