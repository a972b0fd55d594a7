import Foundation
import HeadingProtocol

extension LiveScreen {
  /// Fewer columns or rows do not hold the views: the heading is shown, and what else has room.
  private static let least = (width: 30, height: 10)

  /// Whether a terminal is too small for the views.
  static func isSmall(width: Int, height: Int) -> Bool {
    width < least.width || height < least.height
  }

  /// The heading first, then what has room, and that the terminal is too small for the rest.
  ///
  /// A number is whole or not there.
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
    // The title stays: it says SIMULATED.
    let words = ["terminal too small", "too small"].first { $0.count <= room }
    if canvas.height > 1, let words {
      canvas.write(words, column: 1, row: canvas.height - 1, ink: .yellow)
    }
  }

  /// A reading whole, and without what stands behind it.
  private static func parts(_ text: String) -> [String] {
    [text, text.components(separatedBy: "  ")[0]]
  }

  /// A reading, or without what stands behind it, or that there is no room for it.
  static func fitting(_ text: String, _ room: Int) -> String {
    parts(text).first { $0.count <= room } ?? "too narrow"
  }
}
