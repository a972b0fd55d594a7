/// Digits three columns wide and five rows high, to be read from across a room.
enum BlockDigits {
  /// The width of one digit with the gap after it.
  static let advance = 4

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

  /// Draws digits with their upper left corner at a place.
  static func draw(
    _ text: String, on canvas: inout TextCanvas, column: Int, row: Int, style: TerminalStyle,
    ink: TextCanvas.Ink
  ) {
    for (index, character) in text.enumerated() {
      guard let shape = rows[character] else { continue }
      for (line, pixels) in shape.enumerated() {
        for (offset, pixel) in pixels.enumerated() where pixel == "#" {
          canvas.write(
            style.usesUnicode ? "█" : "#", column: column + index * advance + offset,
            row: row + line, ink: ink)
        }
      }
    }
  }
}
