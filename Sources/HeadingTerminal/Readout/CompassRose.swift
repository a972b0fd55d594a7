import FoundationEssentials
import Glibc

/// Compass card that turns under a fixed lubber line, as in a ship's compass.
struct CompassRose {
  /// Height in rows; a character is about twice as high as wide.
  let height: Int

  /// Width in columns.
  var width: Int { height * 2 + 1 }

  /// Smallest height that holds the digits and the name of the north reference, rows.
  static let smallest = 13

  /// Chooses the largest rose that fits, at least ``smallest`` rows.
  init(rows: Int, columns: Int) {
    let bounded = max(Self.smallest, min(rows, (columns - 1) / 2))
    height = bounded % 2 == 0 ? bounded - 1 : bounded
  }

  /// Draws the card with `heading`, °, at the top and the name of its north reference; without a
  /// heading only the scale.
  func draw(
    on canvas: inout TextCanvas, column: Int, row: Int, heading: Double?, north: String,
    style: TerminalStyle
  ) {
    // A faulty source may send a value that is not finite or beyond 360°.
    let heading = heading.flatMap { $0.isFinite ? $0.truncatingRemainder(dividingBy: 360) : nil }
    let radius = Double(height - 1) / 2
    let centerColumn = Double(column) + Double(width - 1) / 2
    let centerRow = Double(row) + radius
    func place(_ degrees: Double, _ distance: Double) -> (Int, Int) {
      let angle = (degrees - (heading ?? 0)) * .pi / 180
      return (
        Int((centerColumn + 2 * distance * sin(angle)).rounded()),
        Int((centerRow - distance * cos(angle)).rounded())
      )
    }
    for degrees in stride(from: 0, to: 360, by: height > 31 ? 5 : 10) {
      let (x, y) = place(Double(degrees), radius - 1)
      canvas.write(style.usesUnicode ? "·" : ".", column: x, row: y, ink: .dim)
    }
    let letters = [
      (0, "N"), (45, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW"), (270, "W"),
      (315, "NW"),
    ]
    // Without a heading the card has no orientation.
    for (degrees, name) in letters where heading != nil {
      let (x, y) = place(Double(degrees), radius - 1)
      let ink: TextCanvas.Ink = degrees == 0 ? .red : degrees % 90 == 0 ? .bold : .plain
      canvas.write(name, column: name.count == 2 ? x - 1 : x, row: y, ink: ink)
    }
    if heading != nil {
      canvas.write(
        style.usesUnicode ? "▼" : "V", column: Int(centerColumn), row: row, ink: .yellow)
    }
    let digits = heading.map(Self.threeDigits) ?? "---"
    let scale = max(1, (height - 1) / 18)
    let digitsWidth = (3 * BlockDigits.advance - 1) * scale
    let top = Int(centerRow) - (BlockDigits.height * scale) / 2
    BlockDigits.draw(
      digits, on: &canvas, column: Int(centerColumn) - digitsWidth / 2, row: top, scale: scale,
      style: style, ink: heading == nil ? .dim : .bold)
    if heading != nil {
      canvas.write(
        north, column: Int(centerColumn) - north.count / 2,
        row: top + BlockDigits.height * scale + (scale > 1 ? 1 : 0), ink: .bold)
    }
  }

  /// Formats a heading, °, with three digits; 359.6 becomes 000.
  static func threeDigits(_ heading: Double) -> String {
    let reduced = heading.truncatingRemainder(dividingBy: 360)
    guard reduced.isFinite else { return "---" }
    let whole = (Int(reduced.rounded()) + 360) % 360
    return String(repeating: "0", count: 3 - String(whole).count) + String(whole)
  }
}
