import FoundationEssentials
import HeadingProtocol

extension LiveScreen {
  /// Smallest terminal that holds the views.
  private static let least = (width: 30, height: 10)

  /// Returns whether a terminal is too small for the views.
  static func isSmall(width: Int, height: Int) -> Bool {
    width < least.width || height < least.height
  }

  /// Draws the heading, further values that fit, and a note that the terminal is too small.
  ///
  /// A number is shown as a whole or not at all.
  func drawSmall(on canvas: inout TextCanvas, _ message: SolutionMessage?, _ state: ScreenState) {
    let room = canvas.width - 1
    var lines: [(text: String, ink: TextCanvas.Ink)] = []
    for row in valueRows(message).compactMap({ $0 }) where row.text != "-" {
      let short = String(row.name.prefix(1)).uppercased()
      let names = row.ink == .bold ? [row.name, short] : [row.name]
      let texts = names.flatMap { name in Self.parts(row.text).map { "\(name) \($0)" } }
      if let text = texts.first(where: { $0.count <= room }) { lines.append((text, row.ink)) }
    }
    let places = max(0, canvas.height - 2)
    if state.recording != nil, places > 1 {
      lines.insert(("recording", .bold), at: min(1, lines.count))
    }
    for (index, line) in lines.prefix(places).enumerated() {
      canvas.write(line.text, column: 1, row: 1 + index, ink: line.ink)
    }
    // The title is never overwritten: it contains SIMULATED.
    let words = ["terminal too small", "too small"].first { $0.count <= room }
    if canvas.height > 1, let words {
      canvas.write(words, column: 1, row: canvas.height - 1, ink: .yellow)
    }
  }

  /// Returns a value with and without its supplement.
  private static func parts(_ text: String) -> [String] {
    [text, text.firstRange(of: "  ").map { String(text[..<$0.lowerBound]) } ?? text]
  }

  /// Returns a value with or without its supplement as space permits, else "too narrow".
  static func fitting(_ text: String, _ room: Int) -> String {
    parts(text).first { $0.count <= room } ?? "too narrow"
  }
}
